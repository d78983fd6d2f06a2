"""Speed against yardsticks, as ratios in one run."""

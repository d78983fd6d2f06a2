"""Makes everything in this folder again: python results/strategies/make.py [part …]

Parts: instances, search, compare, tables. Answers that are there already are kept: delete a file to make it anew.
All of it takes about half an hour on two cores; the largest instance wants 10 GB of memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

#: The name of an instance, and how `nimmt solve cfr` is called for it. A name with `lp` is solved by both.
CLOSE = "--target-exploitability 0.0005 --iterations 5000"
INSTANCES = {
    "deal-2-1-6": f"--players 2 --hand 2 --rows 1 --deck 6 {CLOSE}",
    "deal-2-1-8": f"--players 2 --hand 2 --rows 1 --deck 8 {CLOSE}",
    "deal-2-2-6": f"--players 2 --hand 2 --rows 2 --deck 6 {CLOSE}",
    "deal-2-2-7": f"--players 2 --hand 2 --rows 2 --deck 7 {CLOSE}",
    "deal-2-2-8": f"--players 2 --hand 2 --rows 2 --deck 8 {CLOSE}",
    "deal-2-2-12": f"--players 2 --hand 2 --rows 2 --deck 12 {CLOSE}",
    "deal-2-4-12": f"--players 2 --hand 2 --rows 4 --deck 12 {CLOSE}",
    "deal-2-2-8-capacity-2": f"--players 2 --hand 2 --rows 2 --deck 8 --capacity 2 {CLOSE}",
    "deal-2-2-8-win": f"--players 2 --hand 2 --rows 2 --deck 8 --payoff win {CLOSE}",
    "deal-3-1-8": f"--players 2 --hand 3 --rows 1 --deck 8 {CLOSE}",
    "deal-3-2-9": f"--players 2 --hand 3 --rows 2 --deck 9 {CLOSE}",
    "deal-3-2-10": f"--players 2 --hand 3 --rows 2 --deck 10 {CLOSE}",
    "draft-2-2": f"--variant pro --players 2 --hand 2 --rows 2 {CLOSE}",
    "draft-3-1": f"--variant pro --players 2 --hand 3 --rows 1 {CLOSE}",
    "3-players-deal-2-1-7": "--players 3 --hand 2 --rows 1 --deck 7 --iterations 3000 --seeds 3",
    "3-players-deal-2-2-9": "--players 3 --hand 2 --rows 2 --deck 9 --iterations 300 --seeds 3",
    "3-players-draft-1-2": "--variant pro --players 3 --hand 1 --rows 2 --iterations 3000 --seeds 3",
    "3-players-draft-2-1": "--variant pro --players 3 --hand 2 --rows 1 --iterations 300 --seeds 3",
    "4-players-deal-1-2-8": "--players 4 --hand 1 --rows 2 --deck 8 --iterations 1000 --seeds 3",
    "number-2-players-1": f"--variant take-a-number --players 2 --hand 2 --rows 1 --capacity 2 --deck 6 {CLOSE}",
    "number-2-players-2": f"--variant take-a-number --players 2 --hand 2 --rows 2 --capacity 2/2 --deck 7 {CLOSE}",
    "number-2-players-2-3": f"--variant take-a-number --players 2 --hand 2 --rows 2 --capacity 2/3 --deck 6 {CLOSE}",
    "number-3-players": "--variant take-a-number --players 3 --hand 1 --rows 2 --capacity 2/2 --deck 7 --seeds 3",
    "anniversary-stop": f"--variant anniversary --players 2 --hand 2 --rows 2 --deck 6 --set specials_dealt=1 "
    f"--set specials=2/0/0/0/0/0/0 {CLOSE}",
    "anniversary-insert-seven": f"--variant anniversary --players 2 --hand 2 --rows 1 --deck 5 --set specials_dealt=1 "
    f"--set specials=0/0/1/0/0/0/1 {CLOSE}",
    "anniversary-negative-replace": f"--variant anniversary --players 2 --hand 2 --rows 1 --deck 6 "
    f"--set specials_dealt=1 --set specials=0/0/0/1/1/0/0 {CLOSE}",
    "deal-3-2-11": "--players 2 --hand 3 --rows 2 --deck 11 --target-exploitability 0.005 --iterations 1000",
    "deal-3-2-12": "--players 2 --hand 3 --rows 2 --deck 12 --target-exploitability 0.01 --iterations 1000 "
    "--memory 16G --workers 2",
}
#: Small enough for the linear program.
LP = (
    "deal-2-1-6",
    "deal-2-1-8",
    "deal-2-2-6",
    "deal-2-2-7",
    "deal-2-2-8",
    "deal-2-2-8-capacity-2",
    "deal-2-2-8-win",
    "draft-2-2",
    "draft-3-1",
    "number-2-players-1",
    "number-2-players-2",
    "number-2-players-2-3",
    "anniversary-stop",
    "anniversary-insert-seven",
    "anniversary-negative-replace",
)
BUDGETS = "--simulations 10,30,100,300,1000,3000 --seeds 3"
SEARCH = {
    "search-hidden": f"--hand 2 --rows 1 --deck 6 --capacity 2 --selection uct,rm,exp3 {BUDGETS}",
    "search-hidden-moves": "--hand 2 --rows 1 --deck 6 --capacity 2 --selection uct,rm,exp3 --opponents moves "
    f"{BUDGETS}",
    "search-hidden-3-players": "--players 3 --hand 2 --rows 1 --deck 7 --selection uct,rm,exp3 "
    "--simulations 10,100,1000",
    "search-open-deal": f'--deal "2,7,8/1,3,6/4,5" --capacity 3 --selection uct,rm,exp3 {BUDGETS}',
    "search-draft": f"--variant pro --hand 2 --rows 1 --selection uct,rm,exp3 {BUDGETS}",
}
COMPARE = {
    "compare-leduc": "--game leduc_poker --algorithms cfr,cfr+,lcfr,dcfr,pcfr+,external,outcome --iterations 1000",
    "compare-deal-3-2-9": "--hand 3 --rows 2 --deck 9 --algorithms cfr,cfr+,lcfr,dcfr,pcfr+ --iterations 300",
}


def run(name: str, command: str, plot: bool = False) -> None:
    """Keep the answer of a command as JSON, with the command."""
    file = HERE / f"{name}.json"
    if file.exists():
        return
    picture = f" --plot {(HERE / name).relative_to(ROOT)}.png" if plot else ""
    full = f"nimmt solve {command}{picture} --json"
    print(full, flush=True)
    python = [sys.executable, "-m", *_words(full)]
    answer = subprocess.run(python, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = json.loads(answer)
    for long in ("history",):
        found.pop(long, None)
    for each in found.get("runs", []):
        each.pop("history", None)
    found["command"] = full
    file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _words(command: str) -> list[str]:
    import shlex

    return shlex.split(command)


def instances() -> None:
    for name, options in INSTANCES.items():
        if name in LP:
            at = options.find(" --target")
            run(f"lp-{name}", f"lp {options[:at]}")
        run(name, f"cfr {options}")


def search() -> None:
    for name, options in SEARCH.items():
        run(name, f"mcts {options}", plot=True)


def compare() -> None:
    for name, options in COMPARE.items():
        run(name, f"compare {options}", plot=True)


def tables() -> None:
    subprocess.run([sys.executable, str(HERE / "tables.py")], check=True)


PARTS = {"instances": instances, "search": search, "compare": compare, "tables": tables}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()

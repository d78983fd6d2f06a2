#!/usr/bin/env bash
# Makes everything in this folder again, in about an hour on two cores: bash results/exact/make.sh [part …]
# Parts: drafts, drafts-7, surveys, habits, real, tables. Solves that were interrupted go on from their checkpoints.
set -euo pipefail
cd "$(dirname "$0")/../.."
nimmt=${NIMMT:-.venv/bin/nimmt}
python=${PYTHON:-.venv/bin/python}
out=results/exact
work=${WORK:-.results-work}
mkdir -p "$work"

drafts() {
  for rows in 1 2 3 4; do
    for hand in 1 2 3 4 5; do
      $nimmt solve exact --hand $hand --rows $rows --draft --every-pick --memory 1G --json --out $out/draft-$hand-$rows.json >/dev/null
    done
    $nimmt solve exact --hand 6 --rows $rows --draft --memory 2G --workers 2 --json --out $out/draft-6-$rows.json >/dev/null
  done
}

# Not closed so far: no part of the whole, and nothing is published from it.
drafts-7() {
  $nimmt solve exact --hand 7 --rows 4 --draft --memory 8G --workers 2 --tolerance 0.01 --time-limit 7200 \
    --checkpoint "$work/draft-7.table" --json --out "$work/draft-7-4.json" >/dev/null
}

surveys() {
  for hand_deals in 2:2000 3:2000 4:2000 5:2000 6:1000 7:500 8:100; do
    hand=${hand_deals%:*}
    $nimmt solve survey --hand $hand --deals ${hand_deals#*:} --seed 1 --tolerance 0.001 --memory 256M \
      --out "$work/survey-$hand" --plot $out/survey-$hand.png --json >/dev/null
    cp "$work/survey-$hand/survey.json" $out/survey-$hand.json
    cp "$work/survey-$hand/survey.csv" $out/survey-$hand.csv
  done
}

habits() {
  $python -m solver.exact.habits --hand 7 --deals 200 --seed 1 --json --plot $out/habits-7.png >$out/habits-7.json
}

real() {
  for index in 0 1 2; do
    deal=$($nimmt deal --players 2 --deck 0 --seed 1 --index $index --json |
      $python -c 'import json,sys; d=json.load(sys.stdin); print("/".join(",".join(map(str,g)) for g in (*d["hands"], [c for (c,) in d["rows"]])))')
    $nimmt solve exact --deal "$deal" --workers 2 --memory 8G --tolerance 0.00099 --time-limit 7200 \
      --checkpoint "$work/real-$index.table" --json --out $out/real-$index.json >/dev/null
    rm -f "$work/real-$index.table"
  done
}

tables() {
  $python $out/tables.py
}

for part in "${@:-drafts surveys habits real tables}"; do
  for one in $part; do $one; done
done

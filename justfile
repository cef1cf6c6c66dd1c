# `just` lists what there is.
default:
    @just --list

# Everything that a change has to pass, in a clean environment.
check:
    bash .ci/run

# Format and lint, with fixes.
lint:
    ruff format .
    ruff check --fix .

# Strict types and the order of the layers.
types:
    mypy
    lint-imports

test *arguments:
    python -m pytest {{arguments}}

# What an index of ROOT costs, as ratios to purely parsing the same files.
bench root:
    python benchmarks/index.py {{root}}

# How right the edges are, against type checkers; `just accuracy --check` compares with what was recorded.
accuracy *arguments:
    python -m benchmarks.accuracy {{arguments}}

# How right the endpoints are: `just endpoints --projects DIR`, with checkouts of public projects.
endpoints *arguments:
    python -m benchmarks.endpoints {{arguments}}

# How an index lives: `just lifecycle readers|kills|sizes` (50 updates beside readers, 100 kills, 200 updates).
lifecycle *arguments:
    python -m benchmarks.lifecycle {{arguments}}

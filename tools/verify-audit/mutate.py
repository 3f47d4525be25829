#!/usr/bin/env python3
"""Shows that verify_audit.py finds every change: damages an export in every place and verifies the result.

usage: mutate.py <export> <public key> [--all]

Without --all each place is damaged in one way, in turn; with it in every way, each byte to all 255 others.
"""
import functools
import io
import sys

import verify_audit

# The same few signatures are verified again and again.
verify_audit.is_signed = functools.lru_cache(maxsize=None)(verify_audit.is_signed)


def mutations(whole, at):
    """Ways to damage a place: another byte, no byte, an additional byte, the next byte first, no line, the next line first."""
    byte = whole[at]
    for other in [byte ^ (1 << bit) for bit in range(8)] + [10, 13, 32, 34, 48, 65, 92, 125]:
        yield whole[:at] + bytes([other]) + whole[at + 1 :]
    yield whole[:at] + whole[at + 1 :]
    yield whole[:at] + whole[at : at + 1] + whole[at:]
    yield whole[:at] + whole[at + 1 : at + 2] + whole[at : at + 1] + whole[at + 2 :]
    yield whole[:at]


def all_mutations(whole, at):
    yield from mutations(whole, at)
    for other in range(256):
        yield whole[:at] + bytes([other]) + whole[at + 1 :]


def line_mutations(whole):
    lines = whole.splitlines(keepends=True)
    for at in range(len(lines)):
        yield b"".join(lines[:at] + lines[at + 1 :])
        yield b"".join(lines[:at] + lines[at : at + 1] + lines[at:])
        for to in range(at + 1, len(lines)):
            swapped = list(lines)
            swapped[at], swapped[to] = swapped[to], swapped[at]
            yield b"".join(swapped)


def is_sound(export, keys):
    try:
        verify_audit.verify(io.BytesIO(export), keys, [])
    except verify_audit.Wrong:
        return False
    return True


def main(path, key, everything=False):
    with open(path, "rb") as file:
        whole = file.read()
    keys = [verify_audit.key_of(key)]
    if not is_sound(whole, keys):
        sys.exit("The export is not sound to begin with.")
    tried = missed = 0
    for at in range(len(whole)):
        ways = list((all_mutations if everything else mutations)(whole, at))
        for damaged in ways if everything else [ways[at % len(ways)]]:
            if damaged != whole:
                tried += 1
                missed += is_sound(damaged, keys)
    for damaged in line_mutations(whole):
        tried += 1
        missed += is_sound(damaged, keys)
    print(f"{tried} mutations, {missed} missed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--all" in sys.argv[3:])

#!/usr/bin/env python3
"""Verifies that one row is in a Toolcourt audit log. Written from docs/audit-format.md; needs what verify_audit.py needs.
usage: verify_proof.py <proof or -> <public key or its file>
exit:  0 the row is in the log, 1 something is wrong, 2 could not do the work"""
import re
import sys

from verify_audit import Wrong, bytes_of, checkpoint_of, key_of, need, sha256

PROOF = re.compile(
    r"c2sp\.org/tlog-proof@v1\nextra ([A-Za-z0-9+/]+=*)\nindex (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n(.+)",
    re.ASCII | re.DOTALL,
)

def root_from(leaf, index, size, hashes):
    """The root that a leaf and the hashes beside its way up lead to, RFC 6962 section 2.1.1. Takes all hashes, or none will do."""
    if size == 1:
        return leaf if not hashes else None
    if not hashes:
        return None
    k = 1 << (size - 1).bit_length() - 1
    if index < k:
        left = root_from(leaf, index, k, hashes[:-1])
        return left and sha256(b"\x01", left, hashes[-1])
    right = root_from(leaf, index - k, size - k, hashes[:-1])
    return right and sha256(b"\x01", hashes[-1], right)

def verify(proof, keys):
    """The number and the body of the row that a proof proves."""
    found = PROOF.fullmatch(proof)
    need(found, "this is no proof")
    body, index, hashes = bytes_of(found[1]), int(found[2]), [bytes_of(text) for text in found[3].split()]
    size, root = checkpoint_of(found[4], keys)
    need(body and all(hashes) and index < size, "the proof is of another log")
    need(root_from(sha256(b"\0", body), index, size, hashes) == root, "the row is not in the log of the checkpoint")
    return index + 1, body

def main(arguments):
    if len(arguments) != 2:
        raise ValueError(__doc__.strip())
    key = arguments[1] if "+" in arguments[1] else open(arguments[1], encoding="utf-8").read()
    keys = [key_of(line) for line in key.strip().split("\n")]
    with sys.stdin.buffer if arguments[0] == "-" else open(arguments[0], "rb") as file:
        row, body = verify(file.read().decode(errors="replace"), keys)
    print(f"Row {row} is in the log: {ascii(body.decode())[1:-1]}")

if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Wrong as wrong:
        sys.exit(print(f"Wrong: {wrong}.") or 1)
    except (OSError, ValueError) as error:
        sys.exit(print(error, file=sys.stderr) or 2)

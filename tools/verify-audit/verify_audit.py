#!/usr/bin/env python3
"""Verifies an export of a Toolcourt audit log. Written from docs/audit-format.md; needs Python 3.8 and nothing else.
usage: verify_audit.py <export or -> <public key or its file> [<checkpoint file>...]
exit:  0 all is well, 1 something is wrong, 2 could not do the work"""
import base64
import functools
import hashlib
import re
import sys

HEADER = re.compile(rb'\{"format":"toolcourt-audit-v1","origin":"([^"\\]+)"(?:,"rows":(\d{1,15}),"checkpoints":(\d{1,15}))?\}\n')
ROW = re.compile(rb'\{"sequence":(\d{1,15}),"hash":"([0-9a-f]{64})","body":(\{.*\})\}\n')
SIGNED = re.compile(r"((.+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/=]{44})\n)\n\u2014 ([^\s+]+) ([A-Za-z0-9+/=]{92})\n", re.ASCII)

class Wrong(Exception):
    """Something is not as it was written."""

def need(condition, problem):
    if not condition:
        raise Wrong(problem)

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

# Ed25519, RFC 8032 section 5.1. Only public values are handled, so nothing here has to be constant in time.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P

def add(a, b):
    u, v = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    c, d = 2 * a[3] * b[3] * D, 2 * a[2] * b[2]
    e, f, g, h = v - u, d - c, d + c, v + u
    return (e * f % P, g * h % P, f * g % P, e * h % P)

def times(n, point):
    total = (0, 1, 1, 0)
    while n > 0:
        if n & 1:
            total = add(total, point)
        point, n = add(point, point), n >> 1
    return total

def point_of(data):
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P != 0:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - xx) % P != 0 or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return (x, y, 1, x * y % P)

BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))

def is_signed(public, text, signature):
    a, r, s = point_of(public), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= ORDER or len(signature) != 64:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(k, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0

def bytes_of(text):
    """Base64, in its one canonical spelling."""
    try:
        data = base64.b64decode(text)
        return data if base64.b64encode(data).decode() == text else b""
    except ValueError:
        return b""

def key_of(line):
    parts = line.strip().split("+", 2)
    data = bytes_of(parts[2]) if len(parts) == 3 else b""
    if len(data) != 33 or data[0] != 1 or sha256(parts[0].encode(), b"\n", data)[:4].hex() != parts[1]:
        raise ValueError("This is no public key.")
    return (parts[0], bytes.fromhex(parts[1]), data[1:])

def checkpoint_of(note, keys):
    """Origin, size and root of a signed note."""
    found = SIGNED.fullmatch(note)
    need(found, "a checkpoint is no signed note")
    text, origin, size, root, name, signature = found.groups()
    data = bytes_of(signature)
    for key_name, key_id, public in keys:
        if (name, origin, data[:4]) == (key_name, key_name, key_id) and is_signed(public, text.encode(), data[4:]):
            return int(size), bytes_of(root)
    raise Wrong("a checkpoint is not signed by the key")

def note_of(line):
    """The note in a line of an export, which has one spelling only."""
    note = line[15:-3].decode(errors="replace").replace("\\n", "\n")
    need(b'{"checkpoint":"' + note.replace("\n", "\\n").encode() + b'"}\n' == line, "a checkpoint has another spelling")
    return note

def grow(peaks, leaf):
    """Adds a leaf to the complete subtrees of the tree, as pairs of size and root, the largest first."""
    size = 1
    while peaks and peaks[-1][0] == size:
        leaf, size = sha256(b"\x01", peaks.pop()[1], leaf), size * 2
    peaks.append((size, leaf))

def root_of(peaks):
    return functools.reduce(lambda right, left: sha256(b"\x01", left, right), [root for _, root in reversed(peaks)] or [sha256()])

def verify(lines, keys, outside):
    """How many rows there are and how many of them are signed. Raises Wrong with the first bad row."""
    witnesses = [checkpoint_of(note, keys) for note in outside]
    header, peaks, previous, rows, checkpoints, signed = None, [], bytes(32), 0, 0, 0
    for line in lines:
        if header is None:
            header = HEADER.fullmatch(line)
            need(header and all(header[1] == name.encode() for name, _, _ in keys), "the header is missing, or of another log")
        elif line.startswith(b'{"checkpoint":'):
            found = checkpoint_of(note_of(line), keys)
            need(found == (rows, root_of(peaks)), f"row {rows}: the rows up to here are not those of the checkpoint")
            checkpoints, signed = checkpoints + 1, rows
        else:
            row, rows = ROW.fullmatch(line), rows + 1
            need(row and row[1] == str(rows).encode(), f"row {rows}: something else stands in its place")
            leaf = sha256(b"\0", row[3])
            previous = sha256(b"toolcourt-audit-v1\0", previous, leaf)
            need(previous.hex().encode() == row[2], f"row {rows}: the hash does not fit the row and the rows before it")
            grow(peaks, leaf)
            good = all(size != rows or root == root_of(peaks) for size, root in witnesses)
            need(good, f"row {rows}: the rows up to here are not those of the checkpoint from outside")
    need(header and max((size for size, _ in witnesses), default=0) <= rows, f"row {rows + 1}: it is missing")
    counts = (str(rows).encode(), str(checkpoints).encode())
    need(header[2] is None or header.group(2, 3) == counts, f"row {rows + 1}: the header speaks of other numbers")
    return rows, signed

def main(arguments):
    if len(arguments) < 2:
        raise ValueError(__doc__.strip())
    key = arguments[1] if "+" in arguments[1] else open(arguments[1], encoding="utf-8").read()
    keys = [key_of(line) for line in key.strip().split("\n")]
    texts = [open(path, encoding="utf-8", newline="").read().strip("\n") for path in arguments[2:]]
    outside = [note + "\n" for text in texts for note in re.split("\n\n(?!\u2014)", text)]
    with sys.stdin.buffer if arguments[0] == "-" else open(arguments[0], "rb") as lines:
        rows, signed = verify(lines, keys, outside)
    print(f"{rows} rows, all in place. A checkpoint speaks for {signed} of them.")

if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Wrong as wrong:
        sys.exit(print(f"Wrong: {wrong}.") or 1)
    except (OSError, ValueError) as error:
        sys.exit(print(error, file=sys.stderr) or 2)

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type Entry, writeTar } from "./tar.ts";

const long = `${"a/".repeat(60)}${"b".repeat(90)}`;
const entries: readonly Entry[] = [
  { path: "var/lib", kind: "folder", mode: 0o755, owner: 65532 },
  { path: "bin/node", kind: "file", bytes: Buffer.from("text"), mode: 0o755 },
  { path: "lib", kind: "link", to: "usr/lib" },
  { path: long, kind: "file", bytes: Buffer.alloc(1000, "x"), mode: 0o644 },
];

describe("writeTar", () => {
  it("writes what tar reads, with owner, mode and long names", () => {
    const listed = execFileSync("tar", ["-tvf", "-", "--numeric-owner", "--utc"], {
      input: writeTar(entries, 86_400),
      encoding: "utf8",
    });

    expect(listed).toContain(`-rw-r--r-- 0/0            1000 1970-01-02 00:00 ${long}`);
    expect(listed).toContain("-rwxr-xr-x 0/0               4 1970-01-02 00:00 bin/node");
    expect(listed).toContain("lrwxrwxrwx 0/0               0 1970-01-02 00:00 lib -> usr/lib");
    expect(listed).toContain("drwxr-xr-x 65532/65532       0 1970-01-02 00:00 var/lib/");
  });

  it("gives the same bytes for the same entries in another order", () => {
    expect(writeTar(entries.toReversed(), 0).equals(writeTar(entries, 0))).toBe(true);
  });

  it("refuses a path that the format cannot hold", () => {
    const entry: Entry = { path: "b".repeat(101), kind: "folder", mode: 0o755 };
    expect(() => writeTar([entry], 0)).toThrow("too long");
  });
});

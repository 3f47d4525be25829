import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { flawsOf, fuse } from "./build.ts";

/** Writes a file that begins like an executable, and returns its flaws. */
function flawsOfFile(parts: readonly string[], target: string): readonly string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), "toolcourt-test-"));
  const [file, blob] = [join(folder.path, "file"), join(folder.path, "blob")];
  writeFileSync(blob, "a program");
  writeFileSync(file, Buffer.from(parts.join(""), "latin1"));
  return flawsOf(file, blob, target).map((flaw) => flaw.slice(file.length + 2));
}

const elf = (machine: string): string => `\x7fELF${"\0".repeat(14)}${machine}\0`;
const windows = `MZ${"\0".repeat(58)}\x40\0\0\0PE\0\0\x64\x86`;

describe("flawsOf", () => {
  it.each([
    ["linux-x64", elf("\x3e")],
    ["linux-arm64", elf("\xb7")],
    ["win-x64", windows],
  ])("accepts an executable of %s with fuse and program", (target, head) => {
    expect(flawsOfFile([head, `${fuse}:1`, "a program"], target)).toEqual([]);
  });

  it.each([
    [
      "of another system",
      [elf("\x3e"), `${fuse}:1`, "a program"],
      "expected the format of win-x64, got linux-x64",
    ],
    [
      "that is no executable",
      ["text", `${fuse}:1`, "a program"],
      "expected the format of win-x64, got unknown",
    ],
    ["whose fuse is not set", [windows, `${fuse}:0`, "a program"], "the fuse of Node is not set"],
    ["without a program", [windows, `${fuse}:1`], "the program is not inside"],
  ])("reports a file %s", (_, parts, flaw) => {
    expect(flawsOfFile(parts, "win-x64")).toEqual([flaw]);
  });
});

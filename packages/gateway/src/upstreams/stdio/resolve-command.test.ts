import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { resolveCommand } from "./resolve-command.ts";

async function setUp() {
  const root = await mkdtemp(join(tmpdir(), "toolcourt-"));
  await mkdir(join(root, "bin/folder"), { recursive: true });
  await writeFile(join(root, "bin/tool"), "#!/bin/sh\n");
  await chmod(join(root, "bin/tool"), 0o755);
  await writeFile(join(root, "bin/notes"), "text");
  const lookup = {
    searchPath: ["", join(root, "none"), join(root, "bin")].join(delimiter),
    cwd: root,
  };
  return { root, lookup, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

describe("resolveCommand", () => {
  it.each(["tool", "./bin/tool", "bin/tool"])("finds %s", async (command) => {
    await using place = await setUp();

    expect(resolveCommand(command, place.lookup)).toBe(join(place.root, "bin/tool"));
  });

  it.each(["notes", "folder", "absent", "./tool", ""])(
    "finds no program in '%s'",
    async (command) => {
      await using place = await setUp();

      expect(resolveCommand(command, place.lookup)).toBeUndefined();
    },
  );
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { watchdogScript } from "./child.ts";

// Above every process number of Linux, so no group has it.
const noGroup = "99999999";

/**
 * Runs the watchdog with programs that only note their arguments. It can find no process, so a
 * failing test kills none.
 */
async function watchdogGiven(input: string) {
  const note = '#!/bin/sh\necho "${0##*/} $*" >> "${0%/*}/noted"\nexit 1\n';
  await using folder = await openFolder({ sleep: note, grep: note, noted: "" });
  for (const program of ["sleep", "grep"]) await chmod(join(folder.path, program), 0o700);
  const dog = spawn("/bin/sh", ["-c", watchdogScript], {
    env: { PATH: folder.path },
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(dog, "exit");
  dog.stdin.end(input);
  await ended;
  return (await folder.read("noted")).split("\n").slice(0, -1);
}

describe("the watchdog of a child", () => {
  it("looks for no process if the program could not start, since it has no mark", async () => {
    expect(await watchdogGiven("farewell\n")).toEqual([]);
  });

  it.each(["", `${noGroup} MARK=1\nfarewell\n`])(
    "looks for no process after a farewell, or without a word: %j",
    async (input) => {
      expect(await watchdogGiven(input)).toEqual([]);
    },
  );

  it.runIf(existsSync("/proc/self/environ"))(
    "looks for the mark if the gateway is gone without a farewell",
    async () => {
      const [first, second, ...rest] = await watchdogGiven(`${noGroup} MARK=1\n`);

      expect(first).toBe("sleep 1");
      expect([second, ...rest]).toContainEqual(
        expect.stringMatching(/^grep -aqsxz -- MARK=1 \/proc\/\d+\/environ$/),
      );
    },
  );
});

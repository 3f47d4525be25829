import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { nodeWatchdogScript, watchdogScript } from "./watchdog.ts";

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

/** Runs the watchdog for systems without a shell beside a program of its own group. */
async function nodeWatchdogGiven(farewell: string): Promise<NodeJS.Signals | null> {
  const mark = "TOOLCOURT_CHILD=test";
  const idle = "setInterval(() => undefined, 1_000)";
  const child = spawn(execPath, ["-e", idle], { detached: true, stdio: "ignore" });
  const ended = once(child, "exit");
  const dog = spawn(execPath, ["-e", nodeWatchdogScript], { stdio: ["pipe", "ignore", "ignore"] });
  const left = once(dog, "exit");
  dog.stdin.end(`${child.pid} ${mark}\n${farewell}`);
  await left;
  if (farewell !== "") child.kill("SIGKILL");
  await ended;
  return child.signalCode;
}

describe("the watchdog where there is no shell", () => {
  it("ends the group if the gateway is gone without a farewell", { timeout: 10_000 }, async () => {
    expect(await nodeWatchdogGiven("")).toBe("SIGTERM");
  });

  it("leaves the group alone after a farewell", { timeout: 10_000 }, async () => {
    expect(await nodeWatchdogGiven("farewell\n")).toBe("SIGKILL");
  });

  it.runIf(existsSync("/proc/self/environ"))(
    "ends a marked process of another group",
    { timeout: 10_000 },
    async () => {
      const env = { TOOLCOURT_CHILD: "of-another-group" };
      const idle = ["-e", "setInterval(() => undefined, 1_000)"];
      const marked = spawn(execPath, idle, { detached: true, stdio: "ignore", env });
      const ended = once(marked, "exit");
      await once(marked, "spawn");
      const dog = spawn(execPath, ["-e", nodeWatchdogScript], {
        stdio: ["pipe", "ignore", "ignore"],
      });
      dog.stdin.end(`${noGroup} TOOLCOURT_CHILD=of-another-group\n`);
      await ended;

      expect(marked.signalCode).toBe("SIGKILL");
    },
  );
});

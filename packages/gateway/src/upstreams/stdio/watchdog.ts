import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { isSea } from "node:sea";
import type { Writable } from "node:stream";

/** Kills a process group when this process is gone. */
export interface Watchdog {
  readonly pid: number | undefined;
  readonly watch: (group: number, mark: string) => void;
  /** Stops watching: the group has ended. */
  readonly dismiss: () => void;
}

/** The variable that marks a child and its descendants. */
export const markName = "TOOLCOURT_CHILD";

// Reads from a pipe that only we can write to. When we are killed the system closes it, the second
// `read` fails and the group is killed, then the marked processes. Without a mark nothing was
// started: an empty one would fit every process with an empty variable. It ignores signals that a
// terminal or supervisor sends to all processes, and takes no other input.
export const watchdogScript = `
trap '' HUP INT TERM
read -r group mark || exit 0
[ -n "$mark" ] || exit 0
read -r farewell && exit 0
kill -s TERM -- "-$group" 2>/dev/null
sleep 1
kill -s KILL -- "-$group" 2>/dev/null
for sweep in 1 2 3; do
  for process in /proc/[0-9]*; do
    grep -aqsxz -- "$mark" "$process/environ" && kill -s KILL "\${process#/proc/}" 2>/dev/null
  done
done
`;

/** The same program for Node, for systems without a shell. */
export const nodeWatchdogScript = `
const { readdirSync, readFileSync } = require("node:fs");
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
const end = (pid, signal) => {
  try {
    process.kill(pid, signal);
  } catch {}
};
const isMarked = (pid, mark) => {
  try {
    return readFileSync("/proc/" + pid + "/environ", "latin1").split("\\0").includes(mark);
  } catch {
    return false;
  }
};
const sweep = (mark) => {
  const pids = readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name));
  for (const pid of pids) if (isMarked(pid, mark)) end(Number(pid), "SIGKILL");
};
let text = "";
process.stdin.on("data", (chunk) => {
  text += chunk;
});
process.stdin.on("end", () => {
  const [first = "", ...rest] = text.split("\\n");
  const [group, mark = ""] = first.split(" ");
  if (mark === "" || rest.length > 1) process.exit();
  end(-Number(group), "SIGTERM");
  setTimeout(() => {
    end(-Number(group), "SIGKILL");
    for (let turn = 0; turn < 3; turn += 1) sweep(mark);
  }, 1_000);
});
`;

/**
 * Starts a watchdog that kills a process group when we are gone, however we ended. It starts before
 * the child, so that the child is never unwatched.
 */
export async function startWatchdog(): Promise<Watchdog> {
  const dog = await spawnWatchdog("/bin/sh", ["-c", watchdogScript]).catch((error: unknown) => {
    // A slim image has no shell. Our single executable cannot run another program.
    if (isSea()) throw error;
    return spawnWatchdog(execPath, ["-e", nodeWatchdogScript]);
  });
  // It must not keep us alive: it waits for our end.
  dog.unref();
  return {
    pid: dog.pid,
    watch: (group, mark) => {
      dog.stdin.write(`${group} ${mark}\n`);
    },
    dismiss: () => {
      dog.stdin.end("farewell\n");
    },
  };
}

async function spawnWatchdog(
  command: string,
  args: readonly string[],
): Promise<ChildProcessByStdio<Writable, null, null>> {
  const dog = spawn(command, args, {
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  dog.stdin.on("error", () => undefined);
  await once(dog, "spawn");
  return dog;
}

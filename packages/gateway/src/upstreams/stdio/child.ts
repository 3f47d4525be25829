import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { kill } from "node:process";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { waitAtMost } from "../connection.ts";
import { markName, startWatchdog, type Watchdog } from "./watchdog.ts";

export interface Program {
  /** Absolute. */
  readonly path: string;
  readonly args: readonly string[];
  /** The complete environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface Child extends AsyncDisposable {
  readonly pid: number;
  readonly streams: Pick<ChildProcessWithoutNullStreams, "stdin" | "stdout" | "stderr">;
  /** Resolves when the child itself has ended. Its own children may still run. */
  readonly exited: Promise<void>;
  /** Resolves when all its output has been read. */
  readonly closed: Promise<void>;
}

const graceMs = 2_000;
const pollMs = 25;

/**
 * Starts a program in its own process group. Disposal ends the whole group: gracefully, then by
 * force. If we are killed first, the watchdog does it.
 *
 * A descendant that changed its group is found by a variable of its environment, on Linux only. One
 * that also cleared its environment escapes.
 */
export async function startChild(program: Program, clock: Clock): Promise<Child> {
  const watchdog = await startWatchdog();
  // No other living process has this number, and the time tells apart those that had it before.
  const mark = `${markName}=${watchdog.pid}-${clock.now()}`;
  const child = spawnOr(watchdog.dismiss, program, mark);
  const pid = child.pid;
  if (pid === undefined) {
    watchdog.dismiss();
    const [error] = await once(child, "error").catch((cause: unknown) => [cause]);
    throw new Error("The program could not be started.", { cause: error });
  }
  watchdog.watch(pid, mark);
  // Writing to an ended child fails; `exited` reports the end.
  child.stdin.on("error", () => undefined);

  let ending: Promise<void> | undefined;
  const exited = happened(child, "exit");
  const { stdin, stdout, stderr } = child;
  return {
    pid,
    streams: { stdin, stdout, stderr },
    exited,
    closed: happened(child, "close"),
    [Symbol.asyncDispose]: () =>
      (ending ??= endGroup(child, { pid, mark, exited, watchdog, clock })),
  };
}

/** Spawns a program. Some cannot even be tried, such as one with a zero byte in its arguments. */
function spawnOr(
  giveUp: () => void,
  program: Program,
  mark: string,
): ChildProcessWithoutNullStreams {
  try {
    return spawn(program.path, program.args, {
      cwd: program.cwd,
      env: { ...program.env, [markName]: mark.slice(markName.length + 1) },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    giveUp();
    throw error;
  }
}

interface Ending extends Pick<Runtime, "clock"> {
  readonly pid: number;
  readonly mark: string;
  readonly exited: Promise<void>;
  readonly watchdog: Watchdog;
}

async function endGroup(
  child: ChildProcessWithoutNullStreams,
  { pid, mark, exited, watchdog, clock }: Ending,
): Promise<void> {
  child.stdin.end();
  signalGroup(pid, "SIGTERM");
  for (let waitedMs = 0; waitedMs < graceMs && isAlive(pid); waitedMs += pollMs) {
    // The end of a process group gives no event, so poll.
    await clock.sleep(pollMs);
  }
  signalGroup(pid, "SIGKILL");
  await endMarked(mark);
  // SIGKILL cannot be survived, but the system may report it late, so the wait is limited.
  await waitAtMost(exited, clock, graceMs);
  watchdog.dismiss();
}

/** A process may start others while they are being ended. */
const maxSweeps = 5;

/** Kills every process with the mark, until none is left. Does nothing where there is no `/proc`. */
async function endMarked(mark: string): Promise<void> {
  for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
    const marked = await findMarked(mark);
    if (marked.length === 0) return;
    for (const pid of marked) signalProcess(pid, "SIGKILL");
  }
}

async function findMarked(mark: string): Promise<readonly number[]> {
  const names = await readdir("/proc").catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        // Unreadable for processes of other users, and gone for those that ended.
        const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
        return environment.split("\0").includes(mark) ? [Number(name)] : [];
      }),
  );
  return found.flat();
}

function happened(child: ChildProcessWithoutNullStreams, event: "exit" | "close"): Promise<void> {
  return new Promise((resolve) => {
    child.once(event, () => {
      resolve();
    });
  });
}

function isAlive(group: number): boolean {
  return signalGroup(group, 0);
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  return signalProcess(-group, signal);
}

function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return kill(pid, signal);
  } catch {
    return false;
  }
}

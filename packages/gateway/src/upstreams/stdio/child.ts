import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { kill } from "node:process";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { waitAtMost } from "../connection.ts";

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
 * force. If we are killed first, the watchdog does it. A grandchild that deliberately changes its
 * group escapes both.
 */
export async function startChild(program: Program, clock: Clock): Promise<Child> {
  const watchdog = await startWatchdog();
  const child = spawnOr(watchdog.dismiss, program);
  const pid = child.pid;
  if (pid === undefined) {
    watchdog.dismiss();
    const [error] = await once(child, "error").catch((cause: unknown) => [cause]);
    throw new Error("The program could not be started.", { cause: error });
  }
  watchdog.watch(pid);
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
    [Symbol.asyncDispose]: () => (ending ??= endGroup(child, { pid, exited, watchdog, clock })),
  };
}

/** Spawns a program. Some cannot even be tried, such as one with a zero byte in its arguments. */
function spawnOr(giveUp: () => void, program: Program): ChildProcessWithoutNullStreams {
  try {
    return spawn(program.path, program.args, {
      cwd: program.cwd,
      env: program.env,
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
  readonly exited: Promise<void>;
  readonly watchdog: Watchdog;
}

async function endGroup(
  child: ChildProcessWithoutNullStreams,
  { pid, exited, watchdog, clock }: Ending,
): Promise<void> {
  child.stdin.end();
  signalGroup(pid, "SIGTERM");
  for (let waitedMs = 0; waitedMs < graceMs && isAlive(pid); waitedMs += pollMs) {
    // The end of a process group gives no event, so poll.
    await clock.sleep(pollMs);
  }
  signalGroup(pid, "SIGKILL");
  // SIGKILL cannot be survived, but the system may report it late, so the wait is limited.
  await waitAtMost(exited, clock, graceMs);
  watchdog.dismiss();
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
  try {
    return kill(-group, signal);
  } catch {
    return false;
  }
}

type Watchdog = Awaited<ReturnType<typeof startWatchdog>>;

// Reads from a pipe that only we can write to. When we are killed the system closes it, the second
// `read` fails and the group is killed. It ignores signals that a terminal or supervisor sends to
// all processes, and takes no other input.
const script = `
trap '' HUP INT TERM
read -r group || exit 0
read -r farewell && exit 0
kill -s TERM -- "-$group" 2>/dev/null
sleep 1
kill -s KILL -- "-$group" 2>/dev/null
`;

/**
 * Starts a watchdog that kills a process group when we are gone, however we ended. It starts before
 * the child, so that the child is never unwatched.
 */
async function startWatchdog() {
  const dog = spawn("/bin/sh", ["-c", script], {
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  dog.stdin.on("error", () => undefined);
  await once(dog, "spawn");
  // It must not keep us alive: it waits for our end.
  dog.unref();
  return {
    watch: (group: number): void => {
      dog.stdin.write(`${group}\n`);
    },
    /** Stops watching: the group has ended. */
    dismiss: (): void => {
      dog.stdin.end("farewell\n");
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Tree, treeOf } from "./tree.ts";

/** A program listening on its port. */
export interface Program extends AsyncDisposable, Tree {
  readonly port: number;
  /** The ports of the other replicas. */
  readonly others: readonly number[];
}

/** Presents several replicas as one program. */
export function together(programs: readonly Program[], end: () => Promise<void>): Program {
  const [first, ...others] = programs;
  return {
    port: first?.port ?? 0,
    others: others.map(({ port }) => port),
    threads: () => new Map(programs.flatMap((program) => [...program.threads()])),
    residentBytes: () => programs.reduce((sum, program) => sum + program.residentBytes(), 0),
    [Symbol.asyncDispose]: end,
  };
}

export interface Starting {
  /** Node's command-line arguments. */
  readonly args: readonly string[];
  readonly port: number;
  /** The folder of its log. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Resolves once the program is ready. Rejects until then. */
  readonly isUp: (port: number) => Promise<void>;
}

const patienceMs = 60_000;
const attemptMs = 5_000;
const stopTimeoutMs = 8_000;

/**
 * Starts a program with our own Node and waits until it is ready. Rejects with the reason if it
 * never is.
 */
export async function start({ args, port, folder, env, isUp }: Starting): Promise<Program> {
  const log = join(folder, `${port}.log`);
  const sink = openSync(log, "a");
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", sink, sink],
    env: { ...process.env, ...env },
  });
  const end = (): Promise<void> => stop(child);
  try {
    await untilUp(child, () => isUp(port));
  } catch (error) {
    const why = child.exitCode === null ? messageOf(error) : (lastLine(log) ?? messageOf(error));
    await end();
    throw new Error(`does not start: ${why}`, { cause: error });
  }
  return { port, others: [], ...treeOf(child.pid ?? 0), [Symbol.asyncDispose]: end };
}

async function untilUp(child: ChildProcess, isUp: () => Promise<void>): Promise<void> {
  const began = performance.now();
  for (;;) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    try {
      await Promise.race([isUp(), tooLong()]);
      return;
    } catch (error) {
      if (performance.now() - began > patienceMs) throw error;
      await sleep(20);
    }
  }
}

async function tooLong(): Promise<never> {
  await sleep(attemptMs, undefined, { ref: false });
  throw new Error("gives no answer");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const patience = new AbortController();
  const late = sleep(stopTimeoutMs, undefined, { signal: patience.signal }).then(
    () => child.kill("SIGKILL"),
    () => undefined,
  );
  await gone;
  patience.abort();
  await late;
}

/** Returns the last log line, which usually names the error. */
function lastLine(log: string): string | undefined {
  const lines = readFileSync(log, "utf8").split("\n");
  return lines.findLast((line) => line.trim() !== "")?.slice(0, 200);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

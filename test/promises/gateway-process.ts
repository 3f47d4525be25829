import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { execPath, env as surroundings } from "node:process";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";

/** A gateway in its own process, started by the real command. */
export interface GatewayProcess extends AsyncDisposable {
  readonly url: URL;
  readonly pid: number;
  /** Returns the output so far, of a long run the end of it. */
  readonly printed: () => string;
  /** Returns the exit code. Undefined while it runs. */
  readonly exitCode: () => number | undefined;
  readonly residentBytes: () => number;
  /** Resolves when the process has ended for any reason. */
  readonly gone: Promise<unknown>;
  /** Sends an order to the program preloaded into it and returns the answer. */
  readonly ask: (order: string) => Promise<unknown>;
}

export interface Starting {
  /** Folder of `toolcourt.yaml`. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of the command. Default: none. */
  readonly args?: readonly string[];
  /** Flags for Node itself. Default: none. */
  readonly flags?: readonly string[];
  /** Default: a free one. */
  readonly port?: number;
  /** Wrapper command with its arguments. Default: started directly. */
  readonly under?: readonly string[];
}

const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");
const patienceMs = 30_000;
const stopTimeoutMs = 8_000;
const maxPrinted = 10_000_000;

/**
 * Starts a gateway and resolves when it listens. Rejects with its output if it ends before that.
 */
export async function startGateway(starting: Starting): Promise<GatewayProcess> {
  const { folder, env = {} } = starting;
  const [command, ...args] = commandOf(starting);
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...surroundings, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const gone = once(child, "exit");
  let printed = "";
  const listening = Promise.withResolvers<URL>();
  const keep = (chunk: Buffer): void => {
    // A run of a day prints more than fits into memory.
    printed = (printed + chunk.toString()).slice(-maxPrinted);
    const url = /^Toolcourt listens on (https?:\S+)/m.exec(printed)?.[1];
    if (url !== undefined) listening.resolve(new URL(url));
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  child.once("error", listening.reject);
  child.once("exit", (code) => listening.reject(new Error(`It ended with ${code}: ${printed}`)));
  const url = await orStopped(child, listening.promise);
  const pid = child.pid ?? 0;
  return {
    url,
    pid,
    printed: () => printed,
    exitCode: () => child.exitCode ?? undefined,
    residentBytes: () => residentBytesOf(pid),
    ask: (order) =>
      new Promise((answered) => {
        child.once("message", answered);
        child.send(order);
      }),
    gone,
    [Symbol.asyncDispose]: () => stop(child),
  };
}

function commandOf(starting: Starting): [command: string, ...args: string[]] {
  const { flags = [], under = [], args = [], port = 0 } = starting;
  const served = [...flags, bin, "serve", ...args, "--port", String(port)];
  const [wrapper, ...rest] = under;
  return wrapper === undefined ? [execPath, ...served] : [wrapper, ...rest, execPath, ...served];
}

async function orStopped(child: ChildProcess, listening: Promise<URL>): Promise<URL> {
  const ready = new AbortController();
  const late = systemClock.sleep(patienceMs, ready.signal).then(() => {
    throw new Error(`The gateway does not listen after ${patienceMs} ms.`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([listening, late]);
  } catch (error) {
    await stop(child);
    throw error;
  } finally {
    ready.abort();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  const patience = new AbortController();
  systemClock.sleep(stopTimeoutMs, patience.signal).then(
    () => child.kill("SIGKILL"),
    () => undefined,
  );
  await gone;
  patience.abort();
}

function residentBytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * 1_024;
}

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Program } from "./run-program.ts";

export interface ServerProgram extends Program {
  /** Its own folder, removed when the server ends for good. */
  readonly folder: string;
  /** Text in the server's output that means it is ready. */
  readonly ready: string;
  /** The signal that ends it at once. */
  readonly signal: "QUIT" | "KILL";
}

/** A running server. It ends with the process that started it, even after a kill. */
export interface RunningServer {
  /** Ends the server and keeps its folder. */
  readonly stop: (signal: string) => Promise<void>;
  /** Ends the server and removes its folder. */
  readonly end: () => Promise<void>;
}

// The shell reads from a pipe, which closes when the process at its other end is gone.
const companion = `"$@" &
server=$!
if read -r signal; then
  kill -"$signal" $server
  wait $server
else
  kill -"$SIGNAL" $server
  wait $server
  rm -rf "$0"
fi`;

/** Starts a server and waits until it is ready. */
export async function startServer(program: ServerProgram): Promise<RunningServer> {
  const { command, args, folder, env, user, ready, signal } = program;
  const child = spawn("/bin/sh", ["-c", companion, folder, command, ...args], {
    cwd: folder,
    env: { ...env, SIGNAL: signal },
    ...user,
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  const running: RunningServer = {
    stop: async (chosen) => {
      child.stdin.write(`${chosen}\n`);
      await ended;
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
  await untilReady(child, ready);
  return running;
}

function untilReady(child: ChildProcessWithoutNullStreams, ready: string): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    const listen = (bytes: Buffer): void => {
      said = (said + bytes.toString()).slice(-4_000);
      if (!said.includes(ready)) return;
      for (const stream of [child.stdout, child.stderr]) stream.off("data", listen).resume();
      resolve();
    };
    child.stdin.on("error", () => undefined);
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`The server ended before it was ready: ${said}`)));
  });
}

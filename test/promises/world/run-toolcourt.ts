import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { execPath } from "node:process";

const toolcourt = resolve(import.meta.dirname, "../../../packages/gateway/bin/toolcourt.js");

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs one of our commands in a folder, as an operator would. */
export function runToolcourt(folder: string, ...args: readonly string[]): Promise<Ran> {
  return runIn(folder, execPath, toolcourt, ...args);
}

export function runIn(folder: string, ...command: readonly [string, ...string[]]): Promise<Ran> {
  const [program, ...args] = command;
  return new Promise((ended, failed) => {
    const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.once("error", failed);
    child.once("close", (code) => ended({ code: code ?? 2, out, err }));
  });
}

import { spawn } from "node:child_process";

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** Runs a command in the project's root and returns its whole output. */
export function run(command: string, args: readonly string[], cwd?: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 2, output }));
  });
}

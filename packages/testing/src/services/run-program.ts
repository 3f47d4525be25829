import { spawn } from "node:child_process";

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** User to run as. Default: the current one. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** Runs a program to its end. Rejects with its output if it fails or does not exist. */
export function runProgram({ command, args, cwd, env, user }: Program): Promise<string> {
  const place = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
  const child = spawn(command, [...args], {
    ...place,
    ...user,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => said.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => said.push(bytes));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const output = Buffer.concat(said).toString();
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with ${code}: ${output.slice(-2_000)}`));
    });
  });
}

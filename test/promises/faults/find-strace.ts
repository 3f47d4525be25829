import { join } from "node:path";
import { env, execPath } from "node:process";
import { installOnce } from "../../../packages/testing/src/services/install-once.ts";
import { runProgram } from "../../../packages/testing/src/services/run-program.ts";
import {
  unpackDebian,
  withLibraries,
} from "../../../packages/testing/src/services/unpack-debian.ts";

export interface StraceProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns an strace that may trace other processes: the machine's own, or its distribution's,
 * unpacked into the cache. Throws if there is none, or if this machine forbids tracing.
 *
 * We inject faults with strace because Node's SQLite accepts no custom file system, and a preload
 * library would need a compiler. Ordinary containers allow tracing one's own processes.
 */
export async function findStrace(): Promise<StraceProgram> {
  const own = { command: "strace", env };
  if (await traces(own)) return own;
  const folder = await installOnce("strace-debian", install);
  const unpacked = {
    command: join(folder, "usr/bin/strace"),
    env: await withLibraries(folder),
  };
  if (!(await traces(unpacked))) throw new Error("This machine allows no process to be traced.");
  return unpacked;
}

/** Returns why there is no strace, for proofs that need it. Undefined if there is one. */
export function whyNoStrace(): Promise<string | undefined> {
  return findStrace().then(
    () => undefined,
    () => "there is no strace that may trace a process here",
  );
}

/** Returns whether strace can actually inject a fault, not only whether it exists. */
async function traces({ command, env: given }: StraceProgram): Promise<boolean> {
  const inject = ["-f", "-qq", "-o", "/dev/null", "-e", "inject=fsync:error=EIO"];
  const program = "try { fs.fsyncSync(0) } catch ({ code }) { console.log(code) }";
  const args = [...inject, execPath, "-e", program];
  return runProgram({ command, args, env: given }).then(
    (printed) => printed.trim() === "EIO",
    () => false,
  );
}

function install(folder: string): Promise<void> {
  return unpackDebian(folder, { wanted: ["strace", "libunwind8"], libraries: [] });
}

import { join } from "node:path";
import { env, execPath } from "node:process";
import { installOnce } from "../../../packages/gateway/src/testing/services/install-once.ts";
import { runProgram } from "../../../packages/gateway/src/testing/services/run-program.ts";
import {
  unpackDebian,
  withLibraries,
} from "../../../packages/gateway/src/testing/services/unpack-debian.ts";

export interface StraceProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * An strace that may look into other processes: that of the machine, else one of its distribution, unpacked
 * into the cache. Throws where there is none, or where this machine does not let it.
 *
 * Faults come from strace because SQLite in Node takes no file system of ours, and a library to preload
 * would need a compiler: only the kernel stands between it and its files. Tracing one's own processes is
 * allowed in ordinary containers.
 */
export async function findStrace(): Promise<StraceProgram> {
  const own = { command: "strace", env };
  if (await traces(own)) return own;
  const folder = await installOnce("strace-debian", install);
  const unpacked = {
    command: join(folder, "usr/bin/strace"),
    env: await withLibraries(folder),
  };
  if (!(await traces(unpacked))) throw new Error("This machine lets nobody trace a process.");
  return unpacked;
}

/** Why there is none, for a proof that cannot do without. */
export function whyNoStrace(): Promise<string | undefined> {
  return findStrace().then(
    () => undefined,
    () => "there is no strace that may trace a process here",
  );
}

/** Whether it can make a system call of a program fail, which is more than being there. */
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

import { dirname } from "node:path";
import { env, execPath, platform, stderr } from "node:process";
import { findDebian } from "./services/find-debian.ts";
import { runProgram } from "./services/run-program.ts";

export interface Sandboxes {
  /** Why tests cannot run. Undefined if they can. */
  readonly missing: string | undefined;
  /** A search path with bubblewrap, Node and the system's programs. */
  readonly searchPath: string;
}

/**
 * Finds bubblewrap on this machine, or unpacks the distribution's package. Without namespaces, tests
 * in a sandbox are skipped by name.
 */
export async function useSandboxes(): Promise<Sandboxes> {
  const none = { searchPath: "" };
  if (platform !== "linux") return { ...none, missing: "no Linux" };
  try {
    const found = await findDebian({ program: "bwrap", package: "bubblewrap" });
    const trial = ["--unshare-user", "--unshare-net", "--ro-bind", "/", "/", "/bin/true"];
    await runProgram({ ...found, args: trial });
    const folders = [dirname(execPath), "/usr/bin", "/bin"];
    // An absolute path is the one in the cache.
    const own = found.command.startsWith("/") ? [dirname(found.command)] : pathFolders();
    return { missing: undefined, searchPath: [...new Set([...folders, ...own])].join(":") };
  } catch (error) {
    const [missing = ""] = String(error).split("\n");
    stderr.write(`Skipped: tests in a sandbox. ${missing}\n`);
    return { ...none, missing };
  }
}

function pathFolders(): readonly string[] {
  return (env["PATH"] ?? "").split(":");
}

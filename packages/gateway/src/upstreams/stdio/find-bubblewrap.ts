import { execFile } from "node:child_process";
import { platform } from "node:process";
import { promisify } from "node:util";
import { resolveCommand } from "./resolve-command.ts";

/** The namespaces of a sandbox, without that of the network. Nothing inside can make others. */
export const namespaces = [
  "--unshare-user",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--disable-userns",
];

const run = promisify(execFile);
const timeoutMs = 10_000;

/** Returns the program that makes sandboxes, or why there is none. */
export function findBubblewrap(
  searchPath: string,
): { readonly path: string } | { readonly missing: "platform" | "bubblewrap" } {
  if (platform !== "linux") return { missing: "platform" };
  const path = resolveCommand("bwrap", { searchPath, cwd: "/" });
  return path === undefined ? { missing: "bubblewrap" } : { path };
}

/** Tries to make a sandbox. Returns why it failed. */
export async function tryBubblewrap(bwrap: string): Promise<"outdated" | "namespaces" | undefined> {
  const limits = { env: {}, timeout: timeoutMs };
  const said = await run(bwrap, ["--version"], limits).catch(() => ({ stdout: "" }));
  if (!isNewEnough(said.stdout)) return "outdated";
  const trial = [...namespaces, "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc"];
  return run(bwrap, [...trial, "--", "/bin/sh", "-c", ":"], limits).then(
    () => undefined,
    () => "namespaces" as const,
  );
}

/** `--size` and `--disable-userns` came with 0.8.0. */
function isNewEnough(version: string): boolean {
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 0 || Number(minor) >= 8;
}

import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../../packages/testing/src/services/run-program.ts";
import type { StraceProgram } from "./find-strace.ts";

/** A fault in strace syntax: `pwrite64:error=EIO:when=3`. Each thread counts separately. */
export interface Fault {
  readonly paths: readonly string[];
  readonly inject: readonly string[];
}

/** A fault active in a running process until it is ended. */
export interface Suffered {
  /** Ends the fault and returns the affected system calls. */
  readonly end: () => Promise<readonly string[]>;
}

/** Makes system calls of a running process fail for the given files. */
export async function suffer(
  { command, env }: StraceProgram,
  pid: number,
  { paths, inject }: Fault,
): Promise<Suffered> {
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-fault-"));
  const trace = join(folder, "trace");
  const calls = inject.map((each) => each.split(":")[0]);
  const args = ["-f", "-p", `${pid}`, "-o", trace, "-e", `trace=${calls.join(",")}`];
  for (const path of paths) args.push("-P", path);
  for (const each of inject) args.push("-e", `inject=${each}`);
  const tracer = spawn(command, args, { env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise<void>((resolve) => tracer.once("close", () => resolve()));
  let said = "";
  await new Promise<void>((resolve, reject) => {
    tracer.once("error", reject);
    tracer.once("exit", () => reject(new Error(`strace ended: ${said}`)));
    tracer.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (/attached/.test(said)) resolve();
    });
  });
  return {
    end: async () => {
      tracer.kill("SIGINT");
      await ended;
      const lines = (await readFile(trace, "utf8")).split("\n");
      await rm(folder, { recursive: true });
      return lines
        .filter((line) => /\((?:INJECTED|DELAYED)\)$/.test(line))
        .map((line) => /^\d+ +(?:<\.\.\. )?(\w+)/.exec(line)?.[1] ?? "");
    },
  };
}

/**
 * Limits the file size of a process, or removes the limit. The kernel truncates a write across the
 * limit, and the next one fails.
 */
export async function limitFiles(pid: number, bytes: number | "unlimited"): Promise<void> {
  await runProgram({ command: "prlimit", args: ["--pid", `${pid}`, `--fsize=${bytes}:`] });
}

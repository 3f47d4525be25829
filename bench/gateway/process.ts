import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A program under measurement. It tells on its first line where it listens. */
export interface Program extends AsyncDisposable {
  readonly origin: string;
  /** Processor time of the program and everything it started, in µs. */
  readonly cpuUs: () => number;
  readonly residentMb: () => number;
}

export async function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Program> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env });
  const port = await firstPort(child);
  const pid = child.pid ?? 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    cpuUs: () => treeOf(pid).reduce((sum, each) => sum + ticksOf(each), 0) * 10_000,
    residentMb: () => treeOf(pid).reduce((sum, each) => sum + pagesOf(each), 0) / 256,
    [Symbol.asyncDispose]: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
    },
  };
}

function firstPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const port = /(?:"port":|127\.0\.0\.1:)\s*(\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once("exit", (code) =>
      reject(new Error(`The program ended with ${code} before it listened.`)),
    );
  });
}

function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program stands in parentheses and may contain anything, so fields are counted from its end.
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** User and system time, also of children that have ended, in hundredths of a second. */
function ticksOf(pid: number): number {
  return statOf(pid)
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0);
}

function pagesOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
}

function treeOf(root: number): readonly number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          return [[Number(name), Number(statOf(Number(name))[1])] as const];
        } catch {
          return [];
        }
      }),
  );
  const tree = [root];
  for (const pid of tree) {
    for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  }
  return tree;
}

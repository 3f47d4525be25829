import { readdirSync, readFileSync } from "node:fs";

/** Kernel figures for a process and all its descendants. */
export interface Tree {
  /** CPU time of the whole tree, including children that have exited, in µs. */
  readonly cpuUs: () => number;
  readonly residentBytes: () => number;
}

const tickUs = 10_000;
const pageBytes = 4_096;

export function treeOf(root: number): Tree {
  return {
    cpuUs: () => sum(root, ticksOf) * tickUs,
    residentBytes: () => sum(root, pagesOf) * pageBytes,
  };
}

function sum(root: number, figure: (pid: number) => number): number {
  return membersOf(root).reduce((total, pid) => total + (tried(() => figure(pid)) ?? 0), 0);
}

/** Returns undefined if the process exited between two reads. */
function tried<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The process name is in parentheses and may contain anything, so count fields from the last one.
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Adds user and system time, of the process and of its exited children. */
function ticksOf(pid: number): number {
  return statOf(pid)
    .slice(11, 15)
    .reduce((total, field) => total + Number(field), 0);
}

function pagesOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
}

function membersOf(root: number): readonly number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: tried(() => Number(statOf(Number(name))[1])) }));
  const members = [root];
  for (const member of members) {
    for (const { pid, parent } of parents) if (parent === member) members.push(pid);
  }
  return members;
}

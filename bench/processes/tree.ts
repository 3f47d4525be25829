import { readdirSync, readFileSync } from "node:fs";

/** What the kernel knows of a program and everything it started. */
export interface Tree {
  /** Processor time of all of them, also of children that have ended, in µs. */
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

/** A process can be gone between two looks at it. */
function tried<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function statOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program stands in parentheses and may contain anything, so fields are counted from its end.
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** User and system time, then the same of the children that have ended. */
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

import { readdirSync, readFileSync } from "node:fs";

/** Kernel figures for a process and all its descendants. */
export interface Tree {
  /** CPU time of every live thread, in ns. */
  readonly threads: () => ReadonlyMap<string, number>;
  readonly residentBytes: () => number;
}

const pageBytes = 4_096;

export function treeOf(root: number): Tree {
  return {
    threads: () => new Map(membersOf(root).flatMap(threadsOf)),
    residentBytes: () =>
      membersOf(root).reduce((total, pid) => total + (tried(() => pagesOf(pid)) ?? 0), 0) *
      pageBytes,
  };
}

/** Sums by thread, so that a thread that ended in between cannot make the sum negative. */
export function cpuUsBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number {
  let ns = 0;
  for (const [thread, spent] of after) ns += spent - (before.get(thread) ?? 0);
  return ns / 1_000;
}

function threadsOf(pid: number): readonly (readonly [string, number])[] {
  const threads = tried(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads.flatMap((thread) => {
    const text = tried(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    return text === undefined ? [] : [[thread, Number(text.split(" ")[0])] as const];
  });
}

/** Returns undefined if the process or thread exited between two reads. */
function tried<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

function pagesOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
}

function parentOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The process name is in parentheses and may contain anything, so count fields from the last one.
  return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}

function membersOf(root: number): readonly number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: tried(() => parentOf(Number(name))) }));
  const members = [root];
  for (const member of members) {
    for (const { pid, parent } of parents) if (parent === member) members.push(pid);
  }
  return members;
}

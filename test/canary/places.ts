import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Place } from "./search.ts";

/** Returns every file below a folder: stores with their journals, logs, keys, caches. */
export function filesIn(folder: string, isLeftOut: (file: string) => boolean): readonly Place[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((path) => statSync(path).isFile() && !isLeftOut(relative(folder, path)))
    .map((path) => ({ name: `file ${relative(folder, path)}`, bytes: readFileSync(path) }));
}

export interface Running {
  readonly pid: number;
  readonly name: string;
  /** Canaries in the environment the process was started with. */
  readonly given: readonly string[];
  /** Canaries that the operator put into its arguments. Default: none. */
  readonly argued?: readonly string[];
}

/**
 * Returns the data of a process readable by the same user, and its arguments, readable by every
 * user.
 */
export function shownOf({ pid, name, given, argued = [] }: Running): readonly Place[] {
  return [
    { name: `arguments of ${name}`, bytes: readFileSync(`/proc/${pid}/cmdline`), mayHold: argued },
    {
      name: `environment of ${name}`,
      bytes: readFileSync(`/proc/${pid}/environ`),
      mayHold: given,
    },
  ];
}

/** Returns the child processes of a process. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .split(" ")
      .filter((child) => child !== "")
      .map(Number),
  );
}

export function textPlace(name: string, text: string): Place {
  return { name, bytes: Buffer.from(text) };
}

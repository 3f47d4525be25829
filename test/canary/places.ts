import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Place } from "./search.ts";

/** Every file below a folder: stores with their journals, logs, keys, caches. */
export function filesIn(folder: string, isLeftOut: (file: string) => boolean): readonly Place[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((path) => statSync(path).isFile() && !isLeftOut(relative(folder, path)))
    .map((path) => ({ name: `file ${relative(folder, path)}`, bytes: readFileSync(path) }));
}

export interface Running {
  readonly pid: number;
  readonly name: string;
  /** Canaries that the process was given in its environment, by whoever started it. */
  readonly given: readonly string[];
}

/** What anybody on the machine with the same user can read of a process, and for its arguments anybody at all. */
export function shownOf({ pid, name, given }: Running): readonly Place[] {
  return [
    { name: `arguments of ${name}`, bytes: readFileSync(`/proc/${pid}/cmdline`) },
    {
      name: `environment of ${name}`,
      bytes: readFileSync(`/proc/${pid}/environ`),
      mayHold: given,
    },
  ];
}

/** The processes that a process has started. */
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

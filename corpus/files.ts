import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolContext } from "@toolcourt/sdk/testing";
import { createReadRepoFile } from "../packages/gateway/src/http-tools/local/workspace/read-repo-file.ts";
import type { Area, Row } from "./area.ts";
import { type Read, survivesGrowth, survivesSwaps } from "./files-races.ts";
import { create, type Ground, type PathCase, readPathCase, unknownWords } from "./files-setup.ts";

interface Judged {
  readonly id: string;
  readonly isRight: boolean;
  readonly ms: number;
  /** Whether another thread kept a core busy, which makes the time meaningless. */
  readonly inRace: boolean;
  /** Whether the answer reveals the location of the root. */
  readonly leaksRoot: boolean;
}

/** The file tool, tried on hostile paths, each in its own root. */
export const filesArea: Area = {
  name: "files",
  measure: async (folder) => {
    const lines = linesIn(join(folder, "attack-cases"));
    if (lines.length === 0) return [];
    const cases = lines.map(readPathCase);
    const understood = cases.filter((each) => each !== undefined).filter(isUnderstood);
    const sayable = understood.filter(({ expect, path }) => expect === "deny" || isSayable(path));
    const judged: Judged[] = [];
    for (const each of sayable) judged.push(await judge(each));
    return rowsOf(judged, {
      unsayable: understood.length - sayable.length,
      unknown: cases.length - understood.length,
    });
  },
};

function linesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /file_paths.*\.jsonl$/.test(file))
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line.trim() !== "");
}

function isUnderstood({ expect, setup }: PathCase): boolean {
  return ["allow", "deny", "policy"].includes(expect) && unknownWords(setup).length === 0;
}

/** The tool accepts no other characters, even harmless ones. */
function isSayable(path: string): boolean {
  return /^[a-zA-Z0-9_./-]+$/.test(path);
}

async function judge(given: PathCase): Promise<Judged> {
  await using stack = new AsyncDisposableStack();
  const base = await realpath(await mkdtemp(join(tmpdir(), "toolcourt-files-")));
  stack.defer(() => rm(base, { recursive: true, force: true }));
  const ground: Ground = { base, root: join(base, "allowed"), stack };
  await mkdir(ground.root);
  await create(ground, given);

  let leaksRoot = false;
  let ms = 0;
  const tool = createReadRepoFile(ground.root);
  const read: Read = async (path) => {
    const start = performance.now();
    const result = await tool.invoke({ path }, toolContext());
    ms = Math.max(ms, performance.now() - start);
    leaksRoot ||= JSON.stringify(result).includes(base);
    return result.error === undefined ? result.data.content : undefined;
  };
  const right = await isRight(ground, given, read);
  return { id: given.id, isRight: right, ms, inRace: isSwapped(given), leaksRoot };
}

function isSwapped({ setup }: PathCase): boolean {
  return "race" in setup || "race_dir" in setup;
}

async function isRight(ground: Ground, given: PathCase, read: Read): Promise<boolean> {
  const { setup, expect, path } = given;
  if (isSwapped(given)) return survivesSwaps(ground, given, read);
  if ("growing" in setup) return survivesGrowth(ground, given, read);
  const content = await read(path);
  return expect === "policy" || (content === undefined) === (expect === "deny");
}

interface Left {
  readonly unsayable: number;
  readonly unknown: number;
}

function rowsOf(judged: readonly Judged[], { unsayable, unknown }: Left): readonly Row[] {
  const wrong = judged.filter((each) => !each.isRight);
  const right = judged.length === 0 ? 1 : 1 - wrong.length / judged.length;
  return [
    { what: "file paths", figure: judged.length + unsayable + unknown, unit: "count" },
    {
      what: "file paths, as labeled",
      figure: right,
      unit: "rate",
      bound: { at: "exactly", value: 1 },
      ...(wrong.length === 0 ? {} : { note: wrong.map(({ id }) => id).join("; ") }),
    },
    none("file paths, not understood", unknown),
    none(
      "file paths, location of the root revealed",
      judged.filter(({ leaksRoot }) => leaksRoot).length,
    ),
    {
      what: "file paths, not labeled deny, outside the pattern",
      figure: unsayable,
      unit: "count",
    },
    ...timeRows(judged),
  ];
}

// Only quiet cases have a time bound: during swaps the machine is busy.
function timeRows(judged: readonly Judged[]): readonly Row[] {
  const quiet = judged.filter(({ inRace }) => !inRace);
  const raced = judged.filter(({ inRace }) => inRace);
  return [
    ...worst("file paths, time, worst", quiet).map(
      (row): Row => ({
        ...row,
        bound: { at: "most", value: 100 },
      }),
    ),
    ...worst("file paths, time while swapped, worst", raced),
  ];
}

function worst(what: string, judged: readonly Judged[]): readonly Row[] {
  const slowest = judged.toSorted((a, b) => b.ms - a.ms).slice(0, 1);
  return slowest.map(({ id, ms }): Row => ({ what, figure: ms, unit: "ms", note: id }));
}

function none(what: string, figure: number): Row {
  return { what, figure, unit: "count", bound: { at: "exactly", value: 0 } };
}

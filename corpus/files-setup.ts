import { execFileSync } from "node:child_process";
import { link, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** One row of the path cases: the path, its setup, and the expected outcome. */
export interface PathCase {
  readonly id: string;
  readonly path: string;
  readonly expect: string;
  readonly setup: JsonObject;
}

export function readPathCase(line: string): PathCase | undefined {
  const row: unknown = JSON.parse(line);
  if (!isJsonObject(row)) return undefined;
  const [path, expect, setup = {}] = [own(row, "path"), own(row, "expect"), own(row, "setup")];
  if (typeof path !== "string" || typeof expect !== "string" || !isJsonObject(setup)) {
    return undefined;
  }
  return { id: text(own(row, "id")), path, expect, setup };
}

/** Stands in for the `/srv` of the rows. The root lies inside it. */
export interface Ground {
  readonly base: string;
  readonly root: string;
  readonly stack: AsyncDisposableStack;
}

type Create = (ground: Ground, value: JsonValue) => Promise<void>;

/** A creator per word of a setup. `files-races.ts` handles changes during a read. */
const creators: Readonly<Record<string, Create>> = {
  // Files first: a hard link needs an existing file.
  file: (ground, value) => put(placeIn(ground, text(value)), "text\n"),
  size: async (ground, value) => {
    const [name, bytes] = pair(value);
    await put(placeIn(ground, text(name)), "a".repeat(Number(bytes)));
  },
  sparse: async (ground, value) => {
    const [name, bytes] = pair(value);
    const path = placeIn(ground, text(name));
    await put(path, "");
    await truncate(path, Number(bytes));
  },
  symlink: async (ground, value) => {
    const [name, target] = pair(value).map(text);
    await symlink(named(ground, target ?? ""), await folderFor(placeIn(ground, name ?? "")));
  },
  hardlink: async (ground, value) => {
    const [name, target] = pair(value).map((each) => placeIn(ground, text(each)));
    await link(target ?? "", await folderFor(name ?? ""));
  },
  mkfifo: async (ground, value) => {
    execFileSync("mkfifo", [await folderFor(placeIn(ground, text(value)))]);
  },
  socket: async (ground, value) => {
    const path = await folderFor(placeIn(ground, text(value)));
    const server = ground.stack.use(createServer());
    await new Promise<void>((listening) => {
      server.listen(path, listening);
    });
  },
};

const raceWords: readonly string[] = ["race", "race_dir", "growing"];

/** Returns the words of a setup that no creator handles. */
export function unknownWords(setup: JsonObject): readonly string[] {
  const known = new Set([...Object.keys(creators), ...raceWords]);
  return Object.keys(setup).filter((word) => !known.has(word));
}

/** Creates a row's setup. Without one, the path gets a file that the rules must refuse. */
export async function create(ground: Ground, { path, setup }: PathCase): Promise<void> {
  for (const [word, creator] of Object.entries(creators)) {
    const value = own(setup, word);
    if (value !== undefined) await creator(ground, value);
  }
  const bait = resolve(ground.root, path.replace(/^\/+/, ""));
  if (Object.keys(setup).length === 0 && bait.startsWith(`${ground.base}/`)) {
    // Some names are invalid for any file.
    await put(bait, "text\n").catch(() => undefined);
  }
}

export async function put(path: string, content: string): Promise<void> {
  await writeFile(await folderFor(path), content);
}

async function folderFor(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  return path;
}

function placeIn(ground: Ground, name: string): string {
  return name.startsWith("/") ? named(ground, name) : join(ground.root, name);
}

function named({ base }: Ground, path: string): string {
  return path.startsWith("/srv/") ? join(base, path.slice("/srv/".length)) : path;
}

function pair(value: JsonValue): readonly JsonValue[] {
  return isJsonArray(value) ? value : [value];
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

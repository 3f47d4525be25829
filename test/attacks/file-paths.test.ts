import { existsSync, readFileSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, realpath, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import {
  create,
  type Ground,
  type PathCase,
  readPathCase,
  unknownWords,
} from "../../corpus/files-setup.ts";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { createReadRepoFile } from "../../packages/gateway/src/http-tools/local/workspace/read-repo-file.ts";
import { openRunningGateway, type RunningGateway } from "./running-gateway.ts";

const rows = resolve(import.meta.dirname, "../../../shared/data/attack-cases/file_paths.jsonl");
const missing = existsSync(rows) ? undefined : "there is no ../shared/data/attack-cases/file_paths";
const cases = missing === undefined ? readFileSync(rows, "utf8").split("\n").flatMap(casesIn) : [];

/** Skips race cases: they need many tries, which `npm run corpus -- --only files` makes. */
function casesIn(line: string): readonly PathCase[] {
  const found = line.trim() === "" ? undefined : readPathCase(line);
  if (found === undefined || unknownWords(found.setup).length > 0) return [];
  const isRace = ["race", "race_dir", "growing"].some((word) => word in found.setup);
  // The tool accepts no other characters, not even harmless ones.
  const isSayable = found.expect === "deny" || /^[a-zA-Z0-9_./-]+$/.test(found.path);
  return isRace || !isSayable ? [] : [found];
}

interface Opened extends AsyncDisposable {
  readonly ground: Ground;
  readonly running: RunningGateway;
  /**
   * Returns the content, or undefined for a refused call, and whether the answer reveals the root's
   * location.
   */
  readonly read: (
    path: string,
  ) => Promise<{ readonly content?: string; readonly leaksRoot: boolean }>;
}

async function open(): Promise<Opened> {
  await using stack = new AsyncDisposableStack();
  const base = await realpath(await mkdtemp(join(tmpdir(), "toolcourt-paths-")));
  stack.defer(() => rm(base, { recursive: true, force: true }));
  const ground: Ground = { base, root: join(base, "allowed"), stack };
  await mkdir(ground.root);
  const local = [createReadRepoFile(ground.root)];
  const config = "toolbox: { tools: [{ name: read_repo_file }] }";
  const running = stack.use(await openRunningGateway(config, { local }));
  const owned = stack.move();
  return {
    ground: { ...ground, stack: owned },
    running,
    read: async (path) => {
      const answer = await running.call("read_repo_file", { path });
      const content = contentIn(answer);
      const leaksRoot = JSON.stringify(answer).includes(base);
      return { leaksRoot, ...(content === undefined ? {} : { content }) };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function contentIn({ result }: JsonObject): string | undefined {
  if (!isJsonObject(result) || own(result, "isError") !== false) return undefined;
  const data = objectAt(objectAt(result, "structuredContent"), "data");
  const content = own(data, "content");
  return typeof content === "string" ? content : undefined;
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

describe("path traversal", () => {
  it.runIf(missing === undefined)("SECURITY 33: the corpus has paths to try", () => {
    expect(cases.length).toBeGreaterThan(20);
  });

  it.each(cases.filter(({ expect: label }) => label === "deny"))(
    "SECURITY 33: $id $path is refused without revealing the root",
    async (row) => {
      await using opened = await open();
      await create(opened.ground, row);

      expect(await opened.read(row.path)).toEqual({ leaksRoot: false });
    },
  );

  it.each(cases.filter(({ expect: label }) => label === "allow"))(
    "SECURITY 33: $id $path is read",
    async (row) => {
      await using opened = await open();
      await create(opened.ground, row);

      const { content, leaksRoot } = await opened.read(row.path);

      expect({ isRead: content !== undefined, leaksRoot }).toEqual({
        isRead: true,
        leaksRoot: false,
      });
    },
  );
});

const limit = 1_048_576;

describe("files other than ordinary text", () => {
  it("SECURITY 35: a file well below the limit is read", async () => {
    await using opened = await open();
    await writeFile(join(opened.ground.root, "quarter.txt"), "a".repeat(limit / 4));

    expect((await opened.read("quarter.txt")).content).toHaveLength(limit / 4);
  });

  it("SECURITY 35: a file of exactly the limit is read", async () => {
    await using opened = await open();
    await writeFile(join(opened.ground.root, "full.txt"), "a".repeat(limit));

    expect((await opened.read("full.txt")).content).toHaveLength(limit);
  });

  it.each([
    {
      what: "one byte more",
      make: (path: string) => writeFile(path, "a".repeat(limit + 1)),
    },
    {
      what: "a file of a terabyte that has no bytes",
      make: async (path: string) => {
        await writeFile(path, "");
        await truncate(path, 2 ** 40);
      },
    },
  ])("SECURITY 35: $what is refused within 100 ms", async ({ make }) => {
    await using opened = await open();
    await make(join(opened.ground.root, "large.txt"));
    await opened.read("nothing.txt");

    const took = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const startedAt = systemClock.monotonic();
      expect((await opened.read("large.txt")).content).toBeUndefined();
      took.push(systemClock.monotonic() - startedAt);
    }

    // The fastest try counts: a busy machine is no fault of the tool.
    expect(Math.min(...took)).toBeLessThan(100);
  });

  it.each([
    { setup: { mkfifo: "odd.txt" } },
    { setup: { symlink: ["odd.txt", "/dev/zero"] } },
    { setup: { socket: "odd.txt" } },
  ])("SECURITY 35: a special file is refused without blocking: $setup", async ({ setup }) => {
    await using opened = await open();
    await create(opened.ground, { id: "", path: "odd.txt", expect: "deny", setup });

    expect(await opened.read("odd.txt")).toEqual({ leaksRoot: false });
  });

  it("SECURITY 35: a file growing during the read never returns more than the limit", async () => {
    await using opened = await open();
    const path = join(opened.ground.root, "log.txt");

    for (let tries = 0; tries < 5; tries += 1) {
      await writeFile(path, "a".repeat(limit - tries));
      const [{ content = "" }] = await Promise.all([
        opened.read("log.txt"),
        appendFile(path, "b".repeat(65_536)),
      ]);

      expect(content.length).toBeLessThanOrEqual(limit);
    }
  });
});

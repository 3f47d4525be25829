import { execFileSync } from "node:child_process";
import { link, mkdir, readdir, rename, stat, symlink, truncate, unlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";
import { checkTool, scene, toolContext } from "@toolcourt/sdk/testing";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { type OpenFile, openPlace } from "./open-beneath.ts";
import { createReadRepoFile, readText } from "./read-repo-file.ts";

const text = (length: number): Uint8Array => new Uint8Array(length).fill(97);

/** Sets up a root, a sibling whose name starts like the root's, and the tool. */
async function setUp(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const folder = await openFolder({ "root/docs/ok.txt": "fine\n", "root-2/x.txt": "outside" });
  const root = join(folder.path, "root");
  for (const [file, content] of Object.entries(files))
    await folder.write(join("root", file), content);
  const tool = createReadRepoFile(root);
  const read = async (path: string) => tool.invoke({ path }, toolContext());
  return {
    root,
    tool,
    read,
    /** Returns the refusal's code. The refusal must not reveal the root's location. */
    codeOf: async (path: string) => {
      const result = await read(path);
      expect(JSON.stringify(result)).not.toContain(folder.path);
      return result.error?.code;
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("read_repo_file", () => {
  it("passes the checklist except for the form of its name, which S1 requires (S1-9, S1-19)", async () => {
    await using place = await setUp({
      ".claude/memory/progress_log.jsonl": '{"timestamp": "2026-01-01T00:00:00Z"}\n',
    });

    const report = await checkTool(place.tool, { clock: systemClock });

    const failed = report.items.filter(({ verdict }) => verdict === "failed");
    expect(failed.map(({ requirement }) => requirement)).toEqual(["S0-46", "S3-117"]);
  });

  it("declares the input of its contract (S1-10)", async () => {
    await using place = await setUp();

    expect(place.tool.contract.input).toEqual({
      type: "object",
      properties: {
        path: {
          type: "string",
          description: "Relative path from repo root",
          pattern: "^[a-zA-Z0-9_./-]+$",
        },
      },
      required: ["path"],
      additionalProperties: false,
    });
  });

  it("returns content, normalized path and size in bytes (S1-11)", async () => {
    await using place = await setUp({ "docs/long.txt": "é\n" });

    const { data } = await place.read("./docs//long.txt");

    expect(data).toEqual({ content: "é\n", path: "docs/long.txt", size: 3 });
  });

  it("changes nothing, and says so in its contract (S1-18)", async () => {
    await using place = await setUp();
    const file = join(place.root, "docs/ok.txt");
    const { mtimeMs, ctimeMs } = await stat(file);

    await place.read("docs/ok.txt");
    await place.read("docs/absent.txt");

    expect(place.tool.contract.effect).toBe("read");
    expect(await stat(file)).toMatchObject({ mtimeMs, ctimeMs });
    expect(await readdir(join(place.root, "docs"))).toEqual(["ok.txt"]);
  });

  it("says which hidden characters it took out, and where (S1-11)", async () => {
    await using place = await setUp({
      "docs/odd.txt": "pay\u200bment\n",
      "docs/worse.txt": "a\u200b".repeat(1_001),
    });

    const { data } = await place.read("docs/odd.txt");

    const removed = [{ at: 3, characters: ["U+200B"] }];
    expect(data).toEqual({ content: "payment\n", path: "docs/odd.txt", size: 11, removed });
    expect(await place.codeOf("docs/worse.txt")).toBe("text-hidden");
  });

  it.each([
    { path: "/etc/passwd", code: "path-refused" },
    { path: "docs/../docs/ok.txt", code: "path-refused" },
    { path: "a..b", code: "path-refused" },
    { path: "../root-2/x.txt", code: "path-refused" },
    { path: ".ENV", code: "path-refused" },
    { path: "x/.env.local", code: "path-refused" },
    { path: "Secret", code: "path-refused" },
    { path: ".git", code: "path-refused" },
    { path: "docs", code: "not-a-file" },
    { path: "docs/ok.txt/", code: "not-a-file" },
    { path: "docs/absent.txt", code: "file-missing" },
    { path: "docs/ok.txt/x", code: "file-missing" },
    { path: "n".repeat(300), code: "path-refused" },
    { path: "n/".repeat(3_000).concat("n"), code: "file-missing" },
    { path: "docs/a b", code: "input-invalid" },
    { path: "docs/ok.txt\n", code: "input-invalid" },
    { path: "", code: "input-invalid" },
  ])("refuses $path with $code (S1-12 to S1-16, S1-36)", async ({ path, code }) => {
    await using place = await setUp({
      ".ENV": "x",
      "x/.env.local": "x",
      Secret: "x",
      ".git": "gitdir: elsewhere",
      "a..b": "x",
    });

    expect(await place.codeOf(path)).toBe(code);
  });

  it("serves 1 MiB and refuses one byte more (S1-17, S1-36)", async () => {
    await using place = await setUp({
      "most.txt": "a".repeat(1_048_576),
      "more.txt": "a".repeat(1_048_577),
    });

    const { data } = await place.read("most.txt");

    expect(data?.size).toBe(1_048_576);
    expect(await place.codeOf("more.txt")).toBe("file-too-large");
  });

  it("refuses a file that is no text (S1-36)", async () => {
    await using place = await setUp({ "image.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47]) });

    expect(await place.codeOf("image.png")).toBe("not-text");
  });

  it("refuses every link that leads out, even a dangling one (S1-36, T39)", async () => {
    await using place = await setUp();
    await symlink("/etc/passwd", join(place.root, "out"));
    await symlink("/etc", join(place.root, "folder"));
    await symlink("../root-2", join(place.root, "sibling"));
    await symlink("/nowhere/at/all", join(place.root, "nowhere"));
    await symlink("circle", join(place.root, "circle"));
    const paths = ["out", "folder/passwd", "sibling/x.txt", "nowhere", "folder/absent", "circle"];

    const codes = await Promise.all(paths.map(place.codeOf));

    expect(new Set(codes)).toEqual(new Set(["path-refused"]));
  });

  it("checks the target of a link, not its name (T39)", async () => {
    await using place = await setUp({ ".env": "KEY=1", ".git/config": "x" });
    await symlink(".env", join(place.root, "settings.txt"));
    await symlink(".git", join(place.root, "history"));
    await symlink("docs/ok.txt", join(place.root, "inside.txt"));

    expect(await place.codeOf("settings.txt")).toBe("path-refused");
    expect(await place.codeOf("history/config")).toBe("path-refused");
    expect((await place.read("inside.txt")).data?.content).toBe("fine\n");
  });

  it("refuses a hard link, whose other name may be refused (SECURITY 5.6)", async () => {
    await using place = await setUp({ ".env": "KEY=1" });
    await link(join(place.root, ".env"), join(place.root, "innocent.txt"));

    expect(await place.codeOf("innocent.txt")).toBe("path-refused");
  });

  it("refuses an endless source at once: pipe, socket, huge file (SECURITY 35)", async () => {
    await using place = await setUp({ "sparse.bin": "" });
    execFileSync("mkfifo", [join(place.root, "fifo")]);
    await truncate(join(place.root, "sparse.bin"), 10 * 1_024 ** 3);
    await using server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(join(place.root, "sock"), resolve);
    });

    const codes = await Promise.all(["fifo", "sock", "sparse.bin"].map(place.codeOf));

    expect(codes).toEqual(["not-a-file", "not-a-file", "file-too-large"]);
  });

  it("opens no device (SECURITY 35)", async () => {
    await expect(openPlace("/dev", "/dev/zero")).rejects.toMatchObject({ code: "not-a-file" });
  });

  it("checks the open file if the path was swapped after resolving (SECURITY 34)", async () => {
    await using place = await setUp();
    const resolved = join(place.root, "docs/x.txt");
    await rename(join(place.root, "docs"), join(place.root, "was-docs"));
    await symlink("../root-2", join(place.root, "docs"));

    await expect(openPlace(place.root, resolved)).rejects.toMatchObject({ code: "path-refused" });
  });

  it("leaks nothing while file and link are swapped (SECURITY 34)", async () => {
    await using place = await setUp({ race: "inside" });
    const [path, other] = [join(place.root, "race"), join(place.root, "other")];
    await mkdir(join(place.root, "store"));
    const stop = new AbortController();
    const swap = (async () => {
      while (!stop.signal.aborted) {
        await symlink("../root-2/x.txt", other);
        await rename(path, join(place.root, "store/file"));
        await rename(other, path);
        await unlink(path);
        await rename(join(place.root, "store/file"), path);
      }
    })();

    const seen = new Set<string | undefined>();
    for (let i = 0; i < 100; i += 1) {
      const { data, error } = await place.read("race");
      seen.add(data?.content ?? error?.code);
    }
    stop.abort();
    await swap;

    expect(["inside", "path-refused", "file-missing", "not-a-file"]).toEqual(
      expect.arrayContaining([...seen]),
    );
  });

  it("breaks no rule of the profiles core and workspace (S1-1)", async () => {
    await using place = await setUp();

    const findings = lintContract(place.tool.contract, {
      rules: builtinRules,
      profiles: ["core", "workspace"],
      scene: scene(),
    });

    expect(findings).toEqual([]);
  });
});

/** Creates a file that reports one size and yields other bytes, in chunks. */
function fileOf(size: number, bytes: Uint8Array, piece = 65_536): OpenFile {
  let at = 0;
  return {
    size,
    read: async (buffer, offset) => {
      const part = bytes.subarray(at, at + Math.min(piece, buffer.length - offset));
      buffer.set(part, offset);
      at += part.length;
      return part.length;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

describe("readText", () => {
  it("joins the chunks of a file", async () => {
    const { content, size } = await readText(fileOf(6, Buffer.from("héllo"), 2));

    expect({ content, size }).toEqual({ content: "héllo", size: 6 });
  });

  it("serves exactly 1 MiB (S1-17, T38)", async () => {
    const { size } = await readText(fileOf(1_048_576, text(1_048_576)));

    expect(size).toBe(1_048_576);
  });

  it("refuses one byte more without reading any of it (S1-36)", async () => {
    let reads = 0;
    const file = fileOf(1_048_577, text(0));
    const read: OpenFile["read"] = (buffer, offset) => {
      reads += 1;
      return file.read(buffer, offset);
    };

    await expect(readText({ ...file, read })).rejects.toMatchObject({ code: "file-too-large" });
    expect(reads).toBe(0);
  });

  it.each([
    { size: 1_048_576, there: 2_000_000, code: "file-too-large" },
    { size: 10, there: 11, code: "file-changing" },
    { size: 10, there: 9, code: "file-changing" },
  ])(
    "refuses a file that changes from $size to $there bytes (SECURITY 35)",
    async ({ size, there, code }) => {
      await expect(readText(fileOf(size, text(there)))).rejects.toMatchObject({ code });
    },
  );

  it.each([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]])(
    "refuses invalid UTF-8: %j (S1-36)",
    async (...bytes) => {
      const file = fileOf(bytes.length, new Uint8Array(bytes));

      await expect(readText(file)).rejects.toMatchObject({ code: "not-text" });
    },
  );

  it("keeps a byte order mark", async () => {
    const { content } = await readText(fileOf(4, Buffer.from("\ufeffa")));

    expect(content).toBe("\ufeffa");
  });
});

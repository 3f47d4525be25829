import { join, resolve } from "node:path";
import { env, execPath } from "node:process";
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";

// Adopts the official filesystem server without its schemas, then enforces the adopted contracts.
// Its process starts five times per variant.
const patience = 60_000;
const server = resolve(import.meta.dirname, "programs/stripped-filesystem.ts");

type Call = readonly [tool: string, input: Record<string, unknown>];

/**
 * Returns a call for every reading tool, with inputs that vary by round. Some find nothing and
 * report that.
 */
function callsOf(root: string, round: number): readonly Call[] {
  const at = (...steps: readonly string[]): string => join(root, ...steps);
  const files = ["letter.txt", "empty.txt", "data.json", "deep/a/b/note.md", "missing.txt"];
  const folders = ["", "deep", "deep/a", "deep/a/b", "void"];
  const file = files[round % files.length] ?? "";
  const folder = folders[round % folders.length] ?? "";
  const media = ["dot.png", "beep.wav"][round % 2] ?? "";
  return [
    ["read_file", { path: at(file) }],
    ["read_text_file", { path: at(file), ...(round % 3 === 0 && { head: 1 }) }],
    ["read_media_file", { path: at(media) }],
    ["read_multiple_files", { paths: files.slice(0, 1 + (round % 5)).map((each) => at(each)) }],
    ["list_directory", { path: at(folder) }],
    ["list_directory_with_sizes", { path: at(folder), sortBy: round % 2 === 0 ? "name" : "size" }],
    ["directory_tree", { path: at(folder) }],
    ["search_files", { path: at(folder), pattern: ["**/*.md", "*.txt", "none"][round % 3] }],
    ["get_file_info", { path: at(round % 2 === 0 ? file : folder) }],
    ["list_allowed_directories", {}],
  ];
}

type Answered = readonly [tool: string, result: CallToolResult];

/** A client of the gateway that serves the folder. */
interface Caller extends AsyncDisposable {
  /** Number of tools with an output schema. */
  readonly listed: number;
  readonly call: (calls: readonly Call[]) => Promise<readonly Answered[]>;
}

async function openCaller(folder: Folder, ...flags: readonly string[]): Promise<Caller> {
  const serving = await openServing(folder.path, ...flags);
  const client = new Client({ name: "tester", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(serving.url));
  const { tools } = await client.listTools();
  return {
    listed: tools.filter(({ outputSchema }) => outputSchema !== undefined).length,
    call: (calls) =>
      Promise.all(
        calls.map(async ([name, input]): Promise<Answered> => {
          return [name, await client.callTool({ name, arguments: input })];
        }),
      ),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await serving[Symbol.asyncDispose]();
    },
  };
}

function refusalsIn(answers: readonly Answered[]): readonly string[] {
  return answers.flatMap(([tool, { _meta }]) => {
    const refusal = _meta?.["dev.toolcourt/refusal"];
    return refusal === undefined ? [] : [`${tool} ${JSON.stringify(refusal)}`];
  });
}

async function openScene(strips: string): Promise<Folder> {
  const folder = await openFolder({
    "files/letter.txt": "Dear Ada\nHow are you?\n",
    "files/empty.txt": "",
    "files/data.json": '{"rows":[{"id":1}]}',
    "files/deep/a/b/note.md": "# Note\n",
    "files/deep/a/list.txt": "a\n",
    "files/dot.png": Buffer.from("iVBORw0KGgo=", "base64"),
    "files/beep.wav": Buffer.from("UklGRg==", "base64"),
    "files/void/.keep": "",
  });
  const args = [server, strips, join(folder.path, "changed"), join(folder.path, "files")];
  const mcp = {
    name: "files",
    transport: "stdio",
    command: execPath,
    args,
    mode: "dynamic",
    profile: ["core"],
    // Its errors are plain text, and this test is about its answers.
    clauses: { "error-described": "observe" },
    default_tool_config: { timeout: "PT20S" },
  };
  await folder.write("toolcourt.yaml", JSON.stringify({ toolbox: { mcps: [mcp] } }));
  return folder;
}

function rounds(root: string, from: number, to: number): readonly Call[] {
  return Array.from({ length: to - from }, (_, at) => callsOf(root, from + at)).flat();
}

describe.each(["schemas", "text"])("the filesystem server without its %s", (strips) => {
  let folder: Folder;
  let root: string;
  let first: Ran;
  const adopt = (...flags: readonly string[]) =>
    run(["adopt", "files", ...flags], {
      folder: folder.path,
      environment: { PATH: env["PATH"] ?? "" },
    });

  beforeAll(async () => {
    folder = await openScene(strips);
    root = join(folder.path, "files");
    first = await adopt();
    await using caller = await openCaller(folder, "--record", "calls.jsonl");
    await caller.call(rounds(root, 0, 6));
  }, patience);
  afterAll(() => folder[Symbol.asyncDispose](), patience);

  it(
    "has every tool callable, keeps to the learned contract, and is refused when it does not",
    async () => {
      const learned = await adopt("--from", "calls.jsonl", "--force");
      await using caller = await openCaller(folder, "--record", "more.jsonl");
      const further = await caller.call(rounds(root, 6, 26));
      await folder.write("changed", "");
      const other = callsOf(root, 0).filter(([name]) => isToldApart(name, strips));
      const changed = refusalsIn(await caller.call(other));

      expect(first.output).toContain(
        "14 tools: 0 callable before, 14 now (3 with approval). Wrote 14 overlays",
      );
      expect({ code: learned.code, listed: caller.listed }).toEqual({ code: 0, listed: 14 });
      expect(further).toHaveLength(200);
      expect(refusalsIn(further)).toEqual([]);
      expect(changed.map((each) => each.split(" ", 1)[0])).toEqual(other.map(([name]) => name));
      expect(changed.every((each) => each.includes("output-invalid"))).toBe(true);
    },
    patience,
  );
});

/**
 * Returns whether the changed result can be detected. An image in place of another image cannot.
 */
function isToldApart(tool: string, strips: string): boolean {
  return strips === "schemas" || tool !== "read_media_file";
}

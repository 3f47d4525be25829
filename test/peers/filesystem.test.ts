import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { execPath } from "node:process";
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openGateway, type RunningGateway } from "./open-gateway.ts";

// The official filesystem server, with real writes, behind our command. Two processes take seconds
// to start on a busy machine, so they start once.
const patience = 30_000;

const program = resolve(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
);

let folder: string;
let gateway: RunningGateway | undefined;
let url: URL;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolcourt-filesystem-"));
  writeFileSync(join(folder, "letter.txt"), "Dear Ada");
  gateway = await openGateway({
    // A destructive tool needs approval unless the operator says otherwise.
    tools: [{ name: "write_file", server: "filesystem", approval: "none" }],
    mcps: [
      {
        name: "filesystem",
        transport: "stdio",
        command: execPath,
        args: [program, folder],
        mode: "dynamic",
        default_tool_config: { timeout: "PT20S" },
      },
    ],
  });
  ({ url } = gateway);
}, patience);

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}, patience);

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;

describe.each(eras)("the filesystem server, through the gateway to a $era client", ({ mode }) => {
  let client: Client;

  beforeAll(async () => {
    client = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(url));
  }, patience);
  afterAll(() => client.close(), patience);

  async function call(name: string, input: Record<string, unknown>): Promise<CallToolResult> {
    return client.callTool({ name, arguments: input });
  }

  it("lists all of its tools, each with an output schema", async () => {
    const { tools } = await client.listTools();

    expect(tools).toHaveLength(14);
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true);
  });

  it("lists a folder", async () => {
    const listed = await call("list_directory", { path: folder });

    expect(listed).toMatchObject({ isError: false });
    expect(JSON.stringify(listed.structuredContent)).toContain("[FILE] letter.txt");
  });

  it("reads a file", async () => {
    const read = await call("read_text_file", { path: join(folder, "letter.txt") });

    expect(read.structuredContent).toEqual({ content: "Dear Ada" });
  });

  it("writes a file, and the content is there", async () => {
    const path = join(folder, `answer-${JSON.stringify(mode).length}.txt`);

    const written = await call("write_file", { path, content: "Dear Charles" });

    expect(written).toMatchObject({ isError: false });
    expect(readFileSync(path, "utf8")).toBe("Dear Charles");
  });

  it("cannot leave its folder", async () => {
    const read = await call("read_text_file", { path: execPath });

    expect(read).toMatchObject({ isError: true });
    expect(read).not.toHaveProperty(["_meta", "dev.toolcourt/refusal"]);
  });

  it("does not destroy without approval", async () => {
    const path = join(folder, "letter.txt");
    const edits = [{ oldText: "Dear", newText: "Poor" }];

    const refused = await call("edit_file", { path, edits });

    expect(refused).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code: "approval-required" } },
    });
    expect(readFileSync(path, "utf8")).toBe("Dear Ada");
  });

  it.each([
    { name: "write_file", given: { path: "x", content: "y", mode: "append" } },
    { name: "read_text_file", given: { path: ["x"] } },
    { name: "move_file", given: { source: "letter.txt" } },
  ])("receives no call that its contract forbids: $name", async ({ name, given }) => {
    const refused = await call(name, given);

    expect(refused).toMatchObject({
      isError: true,
      _meta: { "dev.toolcourt/refusal": { code: "input-invalid" } },
    });
  });
});

import { hash } from "node:crypto";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Folder, openFolder } from "../packages/gateway/src/testing/folder.ts";
import { openServing, type Serving } from "../packages/gateway/src/testing/serving.ts";
import { run } from "../packages/gateway/src/testing/terminal.ts";

// The whole command, a real server behind it over stdio, and the protocol's own client before it, in both
// eras. Processes take a while to start on a busy machine, so these tests have more time than others.
const patience = 30_000;

const root = resolve(import.meta.dirname, "..");
const source = "--conditions=@toolcourt/source";
const greetings = resolve(root, "packages/sdk/src/testing/serve-greetings.ts");
const bin = resolve(root, "packages/gateway/src/bin.ts");

const people = { ada: `tck_${"a".repeat(40)}`, eva: `tck_${"e".repeat(40)}` };
type Person = keyof typeof people;

const toolbox: JsonObject = {
  // One place, so that a call which waited for another place than that of its `ask` would never run.
  max_concurrent: 1,
  local: ["workspace"],
  tools: [
    { name: "hello", approval: "operator" },
    { name: "read_repo_file" },
    { name: "write_memory_entry" },
  ],
  mcps: [
    {
      name: "greetings",
      transport: "stdio",
      command: execPath,
      args: [source, greetings],
      mode: "dynamic",
      default_tool_config: { timeout: "PT20S" },
    },
  ],
};
const auth: JsonObject = {
  resource: "https://tools.example.com/mcp",
  keys: Object.entries(people).map(([name, key]) => ({
    name,
    sha256: hash("sha256", key, "hex"),
    roles: ["everything"],
  })),
};
const policy = {
  version: 1,
  roles: { everything: ["*:*"] },
  statements: [
    { id: "all", effect: "allow", principals: ["*"], tools: ["*"] },
    { id: "not-eva", effect: "deny", principals: ["key:eva"], tools: ["greetings/*"] },
  ],
};

let folder: Folder;
let serving: Serving;
beforeAll(async () => {
  const stores = { url: "sqlite:state.db" };
  const config = { toolbox, stores, host: { ask: true }, server: { auth } };
  folder = await openFolder({
    "toolcourt.yaml": JSON.stringify({ ...config, policy: { file: "policy.yaml" } }),
    "policy.yaml": `${JSON.stringify(policy)}\n...\n`,
  });
  serving = await openServing(folder.path);
}, patience);
afterAll(async () => {
  await serving[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
}, patience);

const eras = [
  { era: "modern", mode: { pin: "2026-07-28" } },
  { era: "legacy", mode: "legacy" },
] as const;
type Mode = (typeof eras)[number]["mode"];

function clientOf(mode: Mode): Client {
  const client = new Client({ name: "tester", version: "1" }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  return client;
}

async function connect(mode: Mode, person: Person): Promise<Client> {
  const client = clientOf(mode);
  const requestInit = { headers: { authorization: `Bearer ${people[person]}` } };
  await client.connect(new StreamableHTTPClientTransport(serving.url, { requestInit }));
  return client;
}

/** What the host answers to a question. */
async function ask(client: Client, question: string): Promise<JsonObject> {
  const answer = await client.callTool({ name: "ask", arguments: { question } });
  const result = parseJson(JSON.stringify(answer.structuredContent ?? {}));
  const data = isJsonObject(result) ? own(result, "data") : undefined;
  return isJsonObject(data) ? data : {};
}

/** What is written down of calls, the oldest first. */
async function recorded(): Promise<readonly JsonObject[]> {
  const { output } = await run(["audit", "export"], { folder: folder.path });
  return output
    .split("\n")
    .filter((line) => line.startsWith('{"sequence"'))
    .map((line) => parseJson(line))
    .map((row) => (isJsonObject(row) ? own(row, "body") : undefined))
    .filter((body) => isJsonObject(body));
}

const greeting = { structured: { data: { greeting: "Hello, Ada!" } }, isError: false };

describe.each(eras)("ask, to a $era client over HTTP", { timeout: patience }, ({ mode }) => {
  it("calls one tool of a real server and answers with what it said", async () => {
    const client = await connect(mode, "ada");

    const answer = await ask(client, "Greet the person Ada");

    expect(answer).toMatchObject({
      call: { tool: "greet-person", arguments: { person: "Ada" } },
      result: greeting,
    });
  });

  it("calls no tool that the policy keeps from whoever asks", async () => {
    const client = await connect(mode, "eva");

    const answer = await ask(client, "Greet the person Ada");

    expect(JSON.stringify(answer)).not.toContain("Hello, Ada!");
    expect(own(answer, "kind")).not.toMatch(/^tool_result/);
  });

  it("keeps two questions at once apart", async () => {
    const client = await connect(mode, "ada");

    const [ada, eve] = await Promise.all([
      ask(client, "Greet the person Ada"),
      ask(client, "Greet the person Eve"),
    ]);

    expect(JSON.stringify(ada)).toContain("Hello, Ada!");
    expect(JSON.stringify(eve)).toContain("Hello, Eve!");
    expect(JSON.stringify(eve)).not.toContain("Ada");
  });

  it("is a tool of the list, with all that its contract says", async () => {
    const client = await connect(mode, "ada");

    const { tools } = await client.listTools();

    expect(tools.find(({ name }) => name === "ask")).toMatchObject({
      annotations: { readOnlyHint: true },
      _meta: { "dev.toolcourt/contract": { steps: ["*"], category: "query" } },
    });
  });
});

describe.each(eras)("what ask calls, for a $era client", { timeout: patience }, ({ era, mode }) => {
  it("waits for the yes that the tool needs, and runs with it", async () => {
    const client = await connect(mode, "ada");
    const question = `Say hello, my name is ${era === "modern" ? "Mona" : "Lena"}`;

    const before = await ask(client, question);
    const id = /the id ([\da-f]{32})/.exec(JSON.stringify(before))?.[1] ?? "";
    const shown = await run(["approvals", "show", id, "--json"], { folder: folder.path });
    const digest = /"digest":"([\da-f]{64})"/.exec(shown.output)?.[1] ?? "";
    await run(["approvals", "approve", id, "--digest", digest], { folder: folder.path });
    const after = await ask(client, question);
    const again = await ask(client, question);

    expect(before).toMatchObject({ kind: "blocked", code: "approval-required" });
    expect(JSON.stringify(after)).toMatch(/Hello, (Mona|Lena)!/);
    expect(again).toMatchObject({ kind: "blocked", code: "approval-required" });
  });

  it("is recorded as made for the call of ask, by the same principal", async () => {
    const client = await connect(mode, "ada");
    await ask(client, `Greet the person ${era === "modern" ? "Mona" : "Lena"}`);

    const calls = (await recorded()).filter(({ kind }) => kind === "call.opened");
    const [outer, inner] = calls.slice(-2);

    expect(outer).toMatchObject({ tool: "ask" });
    expect(inner).toMatchObject({
      tool: "greet-person",
      parent: outer?.["callId"],
      principal: outer?.["principal"],
      correlationId: outer?.["correlationId"],
      traceId: outer?.["traceId"],
    });
  });
});

// Both eras come by stdio in the tests of the gate, without a process for each.
describe("ask, to a modern client over stdio", { timeout: patience }, () => {
  it("calls one tool of a real server and answers with what it said", async () => {
    await using place = await openFolder({
      "toolcourt.yaml": JSON.stringify({
        toolbox,
        stores: { url: "memory:" },
        host: { ask: true },
      }),
    });
    const client = clientOf(eras[0].mode);
    const args = [source, bin, "serve", "--stdio"];
    await client.connect(
      new StdioClientTransport({ command: execPath, args, cwd: place.path, stderr: "ignore" }),
    );

    expect(await ask(client, "Greet the person Ada")).toMatchObject({ result: greeting });
    await client.close();
  });
});

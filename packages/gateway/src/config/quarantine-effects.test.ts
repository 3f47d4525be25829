import { execPath } from "node:process";
import { DatabaseSync } from "node:sqlite";
import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import { configSchema } from "./config.ts";

// Tests every quarantine key with an observable effect.

const server = `
const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
const serverInfo = { name: "broken", version: "1" };
const schema = (properties) => ({ type: "object", properties, additionalProperties: false });
const outputSchema = { ...schema({ n: { type: "number" } }), required: ["n"] };
const annotations = { readOnlyHint: true };
const described = { description: "Returns a number that is none.", annotations };
const tool = { name: "lie", inputSchema: schema({}), outputSchema, ...described };
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const { protocolVersion } = params;
    answer(id, { protocolVersion, capabilities: { tools: {} }, serverInfo });
  } else if (method === "tools/list") answer(id, { tools: [tool] });
  else if (method === "tools/call") {
    answer(id, { content: [], structuredContent: { n: "x".repeat(60000) } });
  } else if (id !== undefined) {
    console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }));
  }
});
`;

async function open(quarantine: JsonObject) {
  const child = { name: "broken", transport: "stdio", command: execPath, mode: "dynamic" };
  const mcps = [{ ...child, default_tool_config: {}, args: ["-e", server] }];
  const toolbox = { mcps };
  const config = { toolbox, stores: { url: "sqlite:state.db" }, quarantine };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const { path } = folder;
  const lie = async (): Promise<string> => {
    const { output, errors } = await run(["call", "lie"], { folder: path });
    return output + errors;
  };
  const list = async (): Promise<readonly string[]> => {
    const { output, errors } = await run(["quarantine", "list", "--json"], { folder: path });
    expect(errors).toBe("");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command's own form
    return (JSON.parse(output) as readonly { readonly id: string }[]).map(({ id }) => id);
  };
  return { path, lie, list };
}

/** Makes copies of the kept result that are older by so much each. */
function copy(path: string, copies: number, olderByMs: number): void {
  using database = new DatabaseSync(`${path}/state.db`);
  for (let index = 1; index <= copies; index += 1) {
    database.exec(`INSERT INTO quarantine SELECT 'copy-${index}', call_id, tenant, server, tool,
      contract, clause, issues, at - ${index * olderByMs}, sha256, redacted, is_cut, bytes, text
      FROM quarantine WHERE id NOT LIKE 'copy-%' LIMIT 1`);
  }
}

const day = 24 * 60 * 60 * 1_000;

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "quarantine.retain": async () => {
    const kept = await open({});
    const answer = await kept.lie();
    const [id = "none"] = await kept.list();
    expect(answer).toContain("output-invalid");
    expect(answer).toContain(id);
    const none = await open({ retain: "none" });
    await none.lie();
    expect(await none.list()).toEqual([]);
  },
  "quarantine.retain_for": async () => {
    const { path, lie, list } = await open({ retain_for: "P1D" });
    await lie();
    copy(path, 1, 2 * day);
    await lie();
    expect(await list()).toHaveLength(2);
  },
  "quarantine.max_results": async () => {
    const { path, lie, list } = await open({ max_results: 3 });
    await lie();
    copy(path, 4, 1);
    await lie();
    expect(await list()).toHaveLength(3);
  },
  "quarantine.max_size": async () => {
    const { path, lie, list } = await open({ max_size: "1MB" });
    await lie();
    copy(path, 30, 1);
    await lie();
    expect((await list()).length).toBe(17);
  },
};

// Each opens several gateways with a threaded store and a server.
describe("a quarantine key", { timeout: 30_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "quarantine"), "quarantine")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});

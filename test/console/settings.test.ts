import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  parseJson,
} from "../../packages/sdk/src/index.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openServedConsole, textIn, toolbox } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

function rowsIn({ settings }: JsonObject): readonly JsonObject[] {
  return settings !== undefined && isJsonArray(settings) ? settings.filter(isJsonObject) : [];
}

describe("the settings in the console", patience, () => {
  it("are those of toolcourt effective, without secrets", async () => {
    const secret = "canary-0123456789-0123456789";
    const model = { url: "https://models.example.com/v1", name: "small", key: secret };
    const { folder, get } = await openServedConsole({ host: { model } });
    const { output } = await run(["effective", "--json"], { folder: folder.path });

    const whole = await get("config/effective?limit=40");
    const rest = await get(`config/effective?limit=40&cursor=${textIn(whole.body, "/next")}`);
    const found = await get("config/effective?q=hello&origin=file");

    const command = parseJson(output);
    const listed = isJsonObject(command) ? rowsIn(command) : [];
    expect([...rowsIn(whole.body), ...rowsIn(rest.body)]).toEqual(listed);
    expect(listed.length).toBeGreaterThan(40);
    expect(`${whole.text}${rest.text}`).not.toContain(secret);
    expect(rowsIn(found.body)).toMatchObject([
      { path: "toolbox.tools[0].name", value: "hello", origin: { kind: "file", line: 1 } },
    ]);
  });

  it("have the limits of the policy in force", async () => {
    const limits = "limits:\n  - { id: slow, tools: [hello], max_timeout: PT2S }\n";
    const { get } = await openServedConsole(
      { policy: { file: "policy.yaml" } },
      { "policy.yaml": `version: 1\n${limits}...\n` },
    );

    const { body } = await get("config/effective?q=nothing-of-this");

    const unset = { retries: null, resultBytes: null };
    const entries = [{ id: "slow", tools: ["hello"], timeoutMs: 2_000, ...unset }];
    expect(body["limits"]).toEqual({ from: "policy.yaml", total: 1, entries });
  });

  it("say what a reload would change, change with it, and refuse a mistake", async () => {
    const { folder, get, post } = await openServedConsole();
    const file = join(folder.path, "toolcourt.yaml");
    const tighter = { ...toolbox, max_concurrent: 8 };
    await writeFile(file, `${JSON.stringify({ toolbox: tighter })}\n`);

    const plan = await post("reload/plan");
    const before = await get("config/effective?q=max_concurrent");
    const reloaded = await post("reload");
    const after = await get("config/effective?q=max_concurrent");
    await writeFile(file, "toolbox: { wrong: 1 }");
    const refused = await post("reload/plan");

    expect(plan.body).toMatchObject({
      plan: { settings: [{ path: "toolbox.max_concurrent", before: null, after: 8 }] },
    });
    expect(rowsIn(before.body)).toMatchObject([{ origin: { kind: "default" } }]);
    expect(reloaded.status).toBe(200);
    expect(rowsIn(after.body)).toMatchObject([{ value: 8, origin: { kind: "file" } }]);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: "reload-refused" } } });
  });
});

describe("the endpoints in the console", patience, () => {
  it("have their addresses, tools and the entries of clients", async () => {
    const endpoints = [{ path: "/mcp/readers", effects: ["read"], prefix: "r_" }];
    const { serving, get } = await openServedConsole({ endpoints });

    const { body } = await get("endpoints");

    const { host } = serving.url;
    expect(body).toMatchObject({
      asksForKey: false,
      endpoints: [
        {
          name: null,
          url: `http://${host}/mcp`,
          discovery: "list",
          tools: { callable: 3, held: 0, names: ["hello", "read_repo_file", "write_memory_entry"] },
        },
        { name: "readers", url: `http://${host}/mcp/readers`, prefix: "r_" },
      ],
    });
    expect(JSON.stringify(body)).toContain(`npx toolcourt connect codex --url http://${host}/mcp`);
    expect(JSON.stringify(body)).toContain('"r_hello","r_read_repo_file"');
  });
});

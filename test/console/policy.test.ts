import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { isJsonObject, type JsonObject } from "../../packages/sdk/src/index.ts";
import { signIn } from "../../packages/testing/src/console-requests.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { browserOf, openServedConsole, toolbox } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

const text = `version: 1
statements:
  - { id: reads, effect: allow, kinds: [local], tools: [read_repo_file] }
  - { id: greets-ada, effect: allow, kinds: [local], tools: [hello], when: "args.name == 'Ada'" }
...
`;

const without = text.replace("  - { id: greets-ada", "  # - { id: greets-ada");
const open = text.replace(`, when: "args.name == 'Ada'"`, "");

const plain = { ...toolbox, tools: toolbox.tools.map(({ name }) => ({ name })) };

const fromFile = { toolbox: plain, policy: { file: "policy.yaml" } };

async function call(url: URL, name: string): Promise<string> {
  const said = { name: "hello", arguments: { name } };
  const request = spoken("tools/call", said, { era: "modern", lane: "fast" });
  return (await fetch(url, request)).text();
}

describe("the policy of a file in the console", patience, () => {
  it("is shown, explained, checked and tried against recorded calls", async () => {
    const { serving, folder, get, post } = await openServedConsole(fromFile, {
      "policy.yaml": text,
    });
    expect(await call(serving.url, "Ada")).not.toContain("policy-denied");
    expect(await call(serving.url, "Grace")).toContain("policy-denied");

    const shown = await get("policy");
    const asked = { principal: { id: "local", kind: "local" }, tool: "hello" };
    const explained = await post("policy/explain", { ...asked, arguments: { name: "Ada" } });
    const checked = await post("policy/check", { text: `${text}statement: []\n...\n` });

    expect(shown.body).toMatchObject({
      from: "file",
      name: "policy.yaml",
      text,
      usable: true,
      statements: 2,
      writable: false,
      marks: [],
    });
    expect(explained.body).toMatchObject({
      decision: "allow",
      statement: "greets-ada",
      statements: [
        { id: "reads", fate: "other-tool" },
        { id: "greets-ada", fate: "decided" },
      ],
    });
    expect(checked.body).toMatchObject({ usable: false, marks: [{ column: 1 }] });
    const trials = new Map<string, JsonObject>();
    for (const [name, tried] of Object.entries({ same: text, without, open })) {
      await vi.waitFor(async () => {
        const { body } = await post("policy/try", { text: tried, last: 50 });
        expect(body["calls"]).toBe(2);
        trials.set(name, body);
      });
    }
    expect(trials.get("same")).toMatchObject({ same: 2, changed: 0, unknown: 0 });
    expect(trials.get("without")).toMatchObject({
      same: 1,
      changes: [
        { tool: "hello", principal: "local", was: "allow", wasBy: "greets-ada", becomes: "deny" },
      ],
    });
    expect(trials.get("open")).toMatchObject({
      same: 1,
      changes: [{ was: "deny", becomes: "allow", by: "greets-ada" }],
    });
    const refused = await post("policy", { text, replaces: null });
    expect(refused.body).toMatchObject({ error: { code: "policy-refused" } });
    expect((await post("policy/try", { text: "version: 2", last: 5 })).body).toMatchObject({
      error: { evidence: { because: "invalid", mistakes: [{ line: 1 }, { column: 10 }] } },
    });
    const place = { folder: folder.path };
    const byCommand = await run(["policy", "try", "-", "--json"], { ...place, input: without });
    const inText = await run(["policy", "try", "-", "--last", "1"], { ...place, input: open });
    expect(inText).toMatchObject({ code: 1, errors: "" });
    expect(inText.output).toMatch(/^Of 1 recorded call, 0 stay, 1 change, 0 are not known\./);
    expect(inText.output).toMatch(/hello {2}of local {2}deny → allow by greets-ada/);
    expect(JSON.parse(byCommand.output)).toMatchObject({ calls: 2, changed: 1, same: 1 });
  });
});

describe("the policy of the store in the console", patience, () => {
  it("is put in the place of the one that was looked at, and in force then", async () => {
    const config = { toolbox: plain, policy: { from: "store" } };
    const { serving, folder, get, post } = await openServedConsole(config);
    const first = await get("policy");
    const put = await post("policy", { text: without, replaces: null });
    await vi.waitFor(async () => expect((await get("policy")).body["usable"]).toBe(true), 5_000);
    const denied = await call(serving.url, "Ada");
    const version = put.body["version"] ?? null;

    const overtaken = await post("policy", { text, replaces: `sha256:${"0".repeat(64)}` });
    const next = await post("policy", { text, replaces: version });
    await vi.waitFor(async () => expect((await get("policy")).body["statements"]).toBe(2), 5_000);
    const { body } = await get("policy/versions");
    const { output } = await run(["audit", "export"], { folder: folder.path });

    expect(first.body).toMatchObject({ usable: false, text: null, writable: true });
    expect(denied).toContain("tool-unknown");
    expect(overtaken.body).toMatchObject({ error: { evidence: { because: "overtaken" } } });
    expect(next.body).toMatchObject({ changed: true, replaces: version });
    expect(body["versions"]).toMatchObject([{ by: "operator:grace" }, { version }]);
    expect(await call(serving.url, "Ada")).not.toContain("policy-denied");
    expect(output.split("\n").filter((line) => line.includes('"policy.put"'))).toHaveLength(2);
  });
});

describe("a principal of a tenant", patience, () => {
  it("gets nothing of the policy, which names all tenants", async () => {
    const key = "tck_nora-0123456789-0123456789";
    const sha256 = createHash("sha256").update(key).digest("hex");
    const keys = `${JSON.stringify({ keys: [{ name: "nora", sha256, tenant: "north", roles: ["all"] }] })}\n...\n`;
    const auth = { resource: "http://127.0.0.1/mcp", keys_file: "keys.yaml" };
    const policy = 'version: 1\nroles: { all: ["*:*"] }\n...\n';
    const { serving } = await openServedConsole(
      { toolbox: plain, server: { auth }, policy: { file: "policy.yaml" } },
      { "keys.yaml": keys, "policy.yaml": policy },
    );
    const { get, post } = browserOf(serving.url, await signIn(serving.url, { key }));

    const answers = [
      await get("policy"),
      await get("policy/versions"),
      await post("policy/check", { text }),
      await post("policy/try", { text, last: 1 }),
      await post("policy", { text, replaces: null }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(answers.every(({ body: { error } }) => isJsonObject(error ?? null))).toBe(true);
    expect(answers[0]?.body).toMatchObject({ error: { evidence: { because: "tenant" } } });
  });
});

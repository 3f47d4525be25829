import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type JsonObject, parseJson, valueAt } from "../../packages/sdk/src/index.ts";
import { signIn } from "../../packages/testing/src/console-requests.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { browserOf, openServedConsole, textIn, toolbox } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 30_000 };

const question = 'Greet the name "Ada".';
const free = { ...toolbox, tools: toolbox.tools.map(({ name }) => ({ name })) };

function bulletsIn({ summary }: JsonObject): readonly Record<string, unknown>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the host's own shape
  const { bullets = [] } = (summary ?? {}) as { readonly bullets?: Record<string, unknown>[] };
  return bullets;
}

function keyOf(name: string): string {
  return `tck_${name}-0123456789-0123456789`;
}

describe("a question in the console", patience, () => {
  it("is answered by one call as the signed-in principal, with quotes of the result", async () => {
    const { folder, get, post } = await openServedConsole({ toolbox: free });

    const about = await get("ask");
    const { status, body } = await post("ask", { question });

    expect(about.body).toEqual({
      planner: "builtin",
      summary: "extractive",
      model: null,
      effects: ["read"],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: "tool_result_with_summary",
      call: { tool: "hello", arguments: { name: "Ada" } },
    });
    const [bullet = {}] = bulletsIn(body);
    const structured = valueAt(body, "/result/structured") ?? null;
    const quoted = valueAt(structured, textIn(body, "/summary/bullets/0/pointer"));
    const { start, end } = bullet;
    expect(JSON.stringify(quoted).slice(1).slice(Number(start), Number(end))).toContain("Ada");
    const { output } = await run(["audit", "export"], { folder: folder.path });
    const calls = output.split("\n").filter((line) => line.includes('"call.opened"'));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain('"tool":"hello"');
  });

  it("waits for an approval like any call, which its asker cannot give", async () => {
    const { get, post } = await openServedConsole();

    const { body } = await post("ask", { question });
    const { body: open } = await get("approvals");

    expect(body).toMatchObject({
      kind: "blocked",
      code: "approval-required",
      toolRan: "no",
      call: { tool: "hello" },
    });
    expect(open).toMatchObject({ approvals: [{ tool: "hello", requester: "operator:grace" }] });
    const id = textIn(open, "/approvals/0/id");
    const shown = await get(`approvals/${id}`);
    const { digest = null } = shown.body;
    const decided = await post(`approvals/${id}/approve`, { digest });
    expect(decided.body).toMatchObject({ error: { code: "approval-own" } });
  });

  it("changes nothing by default, and says what is missing", async () => {
    const { post } = await openServedConsole({ toolbox: free });

    const { body } = await post("ask", {
      question: 'Write the memory entry "lunch" with the text "at noon".',
    });

    expect(JSON.stringify(body)).not.toContain('"tool":"write_memory_entry"');
    expect(body).toMatchObject({ kind: "needs_more_info" });
  });

  it("follows a reload", async () => {
    const { folder, get, post } = await openServedConsole({ toolbox: free });
    await post("ask", { question });
    const changed = { toolbox: free, host: { summary: "off", effects: ["read", "write"] } };
    await writeFile(`${folder.path}/toolcourt.yaml`, `${JSON.stringify(changed)}\n`);

    const reloaded = await post("reload");
    const about = await get("ask");
    const { body } = await post("ask", { question });

    expect(reloaded.status).toBe(200);
    expect(about.body).toMatchObject({ summary: "off", effects: ["read", "write"] });
    expect(body).toMatchObject({ kind: "tool_result", call: { tool: "hello" } });
  });

  it("needs the permission, and the call needs its own", async () => {
    const keys = ["asks", "looks"].map((name) => ({
      name,
      sha256: createHash("sha256").update(keyOf(name)).digest("hex"),
      roles: [name],
    }));
    const policy = `version: 1\nroles: { asks: ["host:ask"], looks: ["servers:read"] }\n...\n`;
    const auth = { resource: "http://127.0.0.1/mcp", keys_file: "keys.yaml" };
    const config = { toolbox: free, server: { auth }, policy: { file: "policy.yaml" } };
    const files = { "keys.yaml": `${JSON.stringify({ keys })}\n...\n`, "policy.yaml": policy };
    const { serving } = await openServedConsole(config, files);
    const asks = browserOf(serving.url, await signIn(serving.url, { key: keyOf("asks") }));
    const looks = browserOf(serving.url, await signIn(serving.url, { key: keyOf("looks") }));

    const answered = await asks.post("ask", { question });
    const refused = await looks.post("ask", { question });

    expect(answered.body).toMatchObject({ kind: "blocked", code: "no-tools" });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.text).toContain("host:ask");
  });

  it.each([{}, { question: "" }, { question: 1 }, { question: "a", tool: "b" }])(
    "is refused as %j, with the form that is expected",
    async (body) => {
      const { post } = await openServedConsole({ toolbox: free });

      const { status, text } = await post("ask", body);

      expect(status).toBe(400);
      expect(parseJson(text)).toMatchObject({ error: { code: "request-invalid" } });
      expect(text).toContain("4000 characters");
    },
  );
});

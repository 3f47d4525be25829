import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { answering, listen, refuseWith } from "@toolcourt/testing/programs/odd-http";
import { describe, expect, it, onTestFinished } from "vitest";
import { openGateway } from "../packages/gateway/src/open-gateway.ts";

// T43: a tool without an output schema, through a whole gateway with default settings.

const seal = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const secret = `ghp_${"a1B2".repeat(9)}`;

const look = {
  name: "look",
  description: "Returns what there is to see.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
  // It asks to be cached, and must not be.
  _meta: { "dev.toolcourt/contract": { category: "query", cacheable: true, cacheTTL: 60 } },
};

/** Opens a gateway over a server whose one tool answers with this result. */
async function over(result: JsonObject) {
  const calls: string[] = [];
  const server = await listen({
    "server/discover": answering({
      ...seal,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {} },
    }),
    "tools/list": answering({ ...seal, tools: [look] }),
    "tools/call": (exchange) => {
      calls.push(exchange.name);
      answering({ resultType: "complete", ...result })(exchange);
    },
    else: refuseWith(404),
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const entry = { name: "crm", transport: "streamable_http", url: server.url.href };
  const mcps = [{ ...entry, mode: "dynamic", default_tool_config: {} }];
  const folder = await openFolder({
    "toolcourt.yaml": JSON.stringify({ toolbox: { mcps }, stores: { url: "memory:" } }),
  });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const gateway = await openGateway({ folder: folder.path, environment: {} });
  onTestFinished(() => gateway[Symbol.asyncDispose]());
  return { calls, gateway, call: () => gateway.callTool({ tool: "look" }) };
}

const text = (said: string): JsonObject => ({ type: "text", text: said });

function codeOf(result: JsonObject): unknown {
  const meta = own(result, "_meta");
  const refusal = isJsonObject(meta) ? own(meta, "dev.toolcourt/refusal") : undefined;
  return isJsonObject(refusal) ? own(refusal, "code") : undefined;
}

describe("T43: an untyped tool", () => {
  it("is listed with a mark, and its results have it too", async () => {
    const { gateway, call } = await over({ content: [text("a tree")] });

    expect(gateway.listTools()).toMatchObject([{ _meta: { "dev.toolcourt/untyped": true } }]);
    expect(await call()).toMatchObject({ _meta: { "dev.toolcourt/untyped": true } });
  });

  it("answers with its content once, and without structured content", async () => {
    const { call } = await over({ content: [text('{"tree":1}')] });

    const result = await call();

    expect(result["content"]).toEqual([text('{"tree":1}')]);
    expect(result).not.toHaveProperty("structuredContent");
  });

  it("is cleaned and redacted", async () => {
    const { call } = await over({ content: [text(`a\u{1B}[31m tree\u{200B} ${secret}`)] });

    const said = JSON.stringify((await call())["content"]);

    expect(said).toContain("tree");
    expect(said).not.toContain(secret);
    expect(said).not.toMatch(/\\u001b|\u{200B}/u);
  });

  it("is called each time, since its results are never cached", async () => {
    const { calls, call } = await over({ content: [text("a tree")] });

    await call();
    await call();

    expect(calls).toEqual(["look", "look"]);
  });

  it.each([
    ["a kind of content that is not known", { content: [{ type: "smell", of: "pine" }] }],
    ["content that is no list", { content: "a tree" }],
    ["a result that is too large", { content: [text("x".repeat(2_000_000))] }],
  ])("is refused for %s", async (_, result) => {
    const { call } = await over(result);

    const answer = await call();

    expect(answer).toMatchObject({ isError: true });
    expect(codeOf(answer)).toBe("output-invalid");
  });
});

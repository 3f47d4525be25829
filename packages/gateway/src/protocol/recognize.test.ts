import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { recognize } from "./recognize.ts";

const sender = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

type Era = "modern" | "legacy";

function recognized(era: Era, params: JsonObject | undefined, more: JsonObject = {}) {
  const said = params?.["_meta"];
  const meta = { ...(era === "modern" && sender), ...(isJsonObject(said) && said) };
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    ...(params && { params: { ...params, _meta: meta } }),
    ...more,
  };
  return recognize(message, {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": era === "modern" ? "2026-07-28" : "2025-11-25",
    ...(era === "modern" && { "mcp-method": message.method, "mcp-name": "echo" }),
  });
}

const call = { name: "echo", arguments: {} };

describe.each<Era>(["modern", "legacy"])("a request of the %s era", (era) => {
  it("is recognized in its usual form", () => {
    expect(recognized(era, call)).toMatchObject({ era, method: "tools/call", id: 1 });
  });

  it.each<[string, JsonObject | undefined, JsonObject?]>([
    ["with a key that no message has", call, { extra: 1 }],
    ["without parameters", undefined],
    ["that names no tool", { arguments: {} }],
    ["that names a tool by a number", { name: 5 }],
    ["that wants a task", { ...call, task: false }],
    ["that answers questions", { ...call, inputResponses: {} }],
    ["with a page that is no text", { cursor: null }, { method: "tools/list" }],
    ["that wants progress", { ...call, _meta: { progressToken: 1 } }],
    [
      "with more of the protocol's own keys",
      { ...call, _meta: { "io.modelcontextprotocol/x": 1 } },
    ],
  ])("is left to the other lane %s", (_, params, more) => {
    expect(recognized(era, params, more)).toBeUndefined();
  });
});

function declaring(capabilities: JsonObject) {
  const meta = { ...sender, "io.modelcontextprotocol/clientCapabilities": capabilities };
  return recognized("modern", { ...call, _meta: meta });
}

describe("the capabilities of a modern sender", () => {
  it.each<JsonObject>([
    { elicitation: {} },
    { elicitation: { form: {}, url: {} } },
    { roots: { listChanged: true } },
    { extensions: {} },
    { extensions: { "com.example/x": { deep: [{ a: 1 }] } }, elicitation: {} },
  ])("are recognized as clients write them: %j", (capabilities) => {
    expect(declaring(capabilities)).toMatchObject({ capabilities });
  });

  it.each<JsonObject>([
    { elicitation: true },
    { elicitation: { form: [] } },
    { roots: { listChanged: "yes" } },
    { experimental: { a: "x" } },
    { extensions: [] },
    { extensions: { "com.example/x": true } },
    { elicitation: { form: { deep: {} } } },
  ])("are left to the other lane: %j", (capabilities) => {
    expect(declaring(capabilities)).toBeUndefined();
  });
});

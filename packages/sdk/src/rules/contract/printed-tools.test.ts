import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contract/json.ts";
import { contractOf } from "../../testing/contract.ts";
import { scene } from "../../testing/remarks.ts";
import { builtinRules } from "../builtin.ts";
import { isCallable, lintContract } from "../lint.ts";
import type { ProfileName } from "../rule.ts";

// The tools printed in the requirements, judged as a whole: each profile must accept or refuse them
// as stated.

const fetchDoc: JsonObject = {
  name: "fetch_sharepoint_doc",
  description: "Fetch a SharePoint doc by id and return its content.",
  inputSchema: {
    type: "object",
    properties: { doc_id: { type: "string" } },
    required: ["doc_id"],
  },
  outputSchema: {
    type: "object",
    properties: { doc_id: { type: "string" }, content: { type: "string" } },
    required: ["doc_id", "content"],
  },
};

const hello: JsonObject = {
  name: "hello",
  description: "Test tool for verifying MCP connectivity.",
  inputSchema: {
    type: "object",
    properties: { name: { type: "string", description: "Name to greet", default: "World" } },
    required: [],
  },
  outputSchema: {
    type: "object",
    properties: {
      message: { type: "string", description: "Greeting message" },
      timestamp: { type: "string", format: "date-time", description: "Server timestamp" },
    },
    required: ["message", "timestamp"],
  },
  _meta: {
    "dev.toolcourt/contract": {
      category: "query",
      constraints: ["No side effects", "Always succeeds"],
      examples: [
        {
          description: "A greeting",
          params: { name: "Learner" },
          expectedResult: { message: "Hello, Learner!", timestamp: "2026-01-15T10:30:00Z" },
        },
      ],
    },
  },
};

const getCard: JsonObject = {
  name: "get-card",
  description: "Retrieves a card by ID. Use when you need to access card content.",
  inputSchema: { type: "object", properties: { cardId: { type: "string" } } },
  _meta: {
    "dev.toolcourt/contract": {
      permissions: ["cards:read"],
      category: "query",
      responseTime: "fast",
      cacheable: true,
      cacheTTL: 3600,
      idempotent: true,
      examples: [{ description: "Get card by ID", params: { cardId: "card_123" } }],
      tags: ["cards", "content"],
    },
  },
};

function judge(tool: JsonObject, profile: ProfileName) {
  const contract = contractOf({ server: "printed", tool });
  return lintContract(contract, { rules: builtinRules, profiles: [profile], scene: scene() });
}

describe("the tools printed in the requirements", () => {
  it.each(["core", "registry"] as const)("an ordinary tool is callable under %s", (profile) => {
    expect(isCallable(judge(fetchDoc, profile))).toBe(true);
  });

  it("an ordinary tool does not satisfy the tool interface by accident", () => {
    const rules = judge(fetchDoc, "agent-hints").map(({ rule }) => rule);

    expect(rules).toEqual(expect.arrayContaining(["meta/name-kebab-verb-noun", "terms/category"]));
  });

  it.each(["core", "workspace"] as const)("hello is callable under %s", (profile) => {
    expect(isCallable(judge(hello, profile))).toBe(true);
  });

  it("the minimal tool of the tool interface breaks the interface it illustrates", () => {
    const broken = judge(getCard, "agent-hints").flatMap(({ requirements }) => requirements);

    expect(broken).toEqual(expect.arrayContaining(["S3-8", "S3-9", "S3-29"]));
  });

  it("the valid terms of the minimal tool get no finding", () => {
    const rules = judge(getCard, "agent-hints").map(({ rule }) => rule);

    for (const rule of ["terms/permissions", "terms/cache-ttl", "terms/tags", "meta/name-legal"]) {
      expect(rules).not.toContain(rule);
    }
  });
});

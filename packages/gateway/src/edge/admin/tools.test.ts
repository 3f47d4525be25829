import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import { registeredTool, toolContract } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { buildSnapshot, type RegisteredTool, type Snapshot } from "../../catalog/snapshot.ts";
import type { Principal } from "../../pipeline/call.ts";
import type { ToolDrift } from "./tool-drift.ts";
import { toolsPart } from "./tools.ts";

function named(name: string, differences: Partial<RegisteredTool> = {}, server = "weather") {
  return registeredTool({
    publicName: name,
    contract: toolContract({ server, name }),
    ...differences,
  });
}

const held = { hold: { kind: "drifted", difference: "breaking" } } as const;
const asked = { settings: { maxInstances: 1, timeoutMs: 500, approval: "operator" } } as const;
const usual = [
  named("get-forecast"),
  named("get/wind", held),
  named("set-alarm", asked),
  named("write-card", {}, "crm"),
];

const same: ToolDrift = {
  locked: undefined,
  digest: "sha256:now",
  decision: undefined,
  isAdmissible: false,
  changes: [],
  revised: undefined,
};

interface Setting {
  readonly tools?: readonly RegisteredTool[];
  readonly permissions?: readonly string[];
  readonly isSeen?: (tool: RegisteredTool) => boolean;
  readonly drift?: ToolDrift;
}

function setUp({
  tools = usual,
  permissions = ["tools:read", "admissions:read"],
  isSeen = () => true,
  drift = same,
}: Setting = {}) {
  const snapshot: Snapshot = {
    ...buildSnapshot(1, []),
    tools: new Map(tools.map((tool) => [tool.publicName, tool])),
  };
  const part = toolsPart({
    snapshot: () => snapshot,
    isSeenBy: (_principal, tool) => isSeen(tool),
    describe: async ({ contract }) => ({ description: contract.description }),
    driftOf: async () => drift,
  });
  const principal: Principal = { id: "key:olga", permissions: [], kind: "user" };
  const sender = {
    principal,
    may: (permission: string) => permissions.includes(permission),
    require: (missing = "") => {
      if (!permissions.includes(missing)) throw new Refusal("permission-missing", { missing });
    },
  };
  const send = async (path: string, method = "GET"): Promise<JsonObject> => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url: `/admin/v1/tools${path}` });
    if (!part.isAbout(request)) throw new TypeError("not about tools");
    const answer = await part.answer(request, sender);
    if ("streamed" in answer) throw new TypeError("a stream");
    return answer;
  };
  return { send };
}

function names({ tools }: JsonObject): readonly unknown[] {
  return Array.isArray(tools) ? tools.map((each: JsonObject) => each["tool"]) : [];
}

describe("GET tools", () => {
  it("lists every tool with its state, the reason and its limits", async () => {
    const { send } = setUp();

    const answer = await send("");

    expect(answer).toMatchObject({
      matching: 4,
      summary: { tools: 4, callable: 2, withApproval: 1, held: 1 },
      servers: ["crm", "weather"],
    });
    expect(answer["tools"]).toMatchObject([
      { tool: "get-forecast", state: "callable", reason: null, next: null, effect: "read" },
      {
        tool: "get/wind",
        name: "get/wind",
        state: "held",
        hold: "drifted",
        reason: "its contract differs from the lock: breaking",
        next: "toolcourt lock --approve weather/get/wind",
      },
      {
        tool: "set-alarm",
        state: "callable-with-approval",
        approval: "operator",
        limits: { maxInstances: 1, timeoutMs: 500, rateLimit: { maxCalls: 60, windowMs: 60_000 } },
      },
      { tool: "write-card", server: "crm" },
    ]);
    expect(answer["next"]).toBeUndefined();
  });

  it.each([
    ["?q=CARD", ["write-card"]],
    ["?q=forecast%20weather", ["get-forecast"]],
    ["?q=crm%2Fwrite", ["write-card"]],
    ["?q=no-such-word", []],
    ["?state=held", ["get/wind"]],
    ["?server=weather&state=callable", ["get-forecast"]],
    ["?server=none", []],
    ["?q=%20", ["get-forecast", "get/wind", "set-alarm", "write-card"]],
  ])("finds by %s", async (query, found) => {
    expect(names(await setUp().send(query))).toEqual(found);
  });

  it("walks 10,000 tools page by page, each once, also while some come and go", async () => {
    const all = Array.from({ length: 10_000 }, (_, index) =>
      named(`tool-${String(index).padStart(5, "0")}`, {}, `server-${index % 20}`),
    );
    const { send } = setUp({ tools: all });
    const { send: without } = setUp({ tools: all.filter((_, index) => index !== 99) });
    const seen: unknown[] = [];
    let page = await send("?limit=100");
    seen.push(...names(page));
    while (typeof page["next"] === "string") {
      page = await without(`?limit=100&cursor=${page["next"]}`);
      seen.push(...names(page));
    }

    expect(seen).toHaveLength(10_000);
    expect(new Set(seen).size).toBe(10_000);
    expect(names(await send("?q=tool-0500"))).toHaveLength(10);
  });

  it.each([
    "?limit=101",
    "?limit=0",
    "?state=gone",
    "?cursor=%20",
    "?cursor=",
    "?q=a&q=b",
    "?page=2",
    `?q=${"x".repeat(201)}`,
    "?q=a?q=b",
  ])("refuses %s, and says what it expected", async (query) => {
    await expect(setUp().send(query)).rejects.toMatchObject({
      code: "request-invalid",
      details: { because: "query" },
    });
  });

  it("shows a sender only the tools that it may know of", async () => {
    const { send } = setUp({ isSeen: ({ contract }) => contract.server === "crm" });

    expect(await send("")).toMatchObject({
      matching: 1,
      summary: { tools: 1, held: 0 },
      servers: ["crm"],
    });
    await expect(send("/weather/get-forecast")).rejects.toMatchObject({ code: "tool-absent" });
    expect(await send("/crm/write-card")).toMatchObject({ tool: "write-card" });
  });
});

describe("GET tools/{server}/{name}", () => {
  it("describes the tool that its server calls so", async () => {
    const { send } = setUp();

    expect(await send("/weather/get%2Fwind")).toMatchObject({
      tool: "get/wind",
      state: "held",
      description: toolContract().description,
    });
  });

  it.each([
    ["/weather/%zz", "path"],
    ["/weather/get-forecast?x=1", "query"],
    ["/weather/get-forecast/drift?x=1", "query"],
  ])("refuses %s: %s", async (path, because) => {
    await expect(setUp().send(path)).rejects.toMatchObject({ details: { because } });
  });

  it.each(["/weather/none", "/crm/get-forecast", "/weather/none/drift"])(
    "knows no tool at %s",
    async (path) => {
      await expect(setUp().send(path)).rejects.toMatchObject({ code: "tool-absent" });
    },
  );

  it("leaves other paths below a tool to others", async () => {
    await expect(setUp().send("/weather/get-forecast/try", "POST")).rejects.toThrow("not about");
    await expect(setUp().send("/weather")).rejects.toThrow("not about");
    await expect(setUp().send("", "POST")).rejects.toMatchObject({
      details: { because: "method" },
    });
  });

  it("needs a permission for each, before it looks", async () => {
    const none = setUp({ permissions: [] });
    const { send } = setUp({ permissions: ["tools:read"] });

    for (const path of ["", "/weather/get-forecast", "/weather/none"]) {
      await expect(none.send(path)).rejects.toMatchObject({ details: { missing: "tools:read" } });
    }
    await expect(send("/weather/none/drift")).rejects.toMatchObject({
      details: { missing: "admissions:read" },
    });
  });
});

describe("GET tools/{server}/{name}/drift", () => {
  it("shows both digests, every place and the witness", async () => {
    const { send } = setUp({
      drift: {
        ...same,
        locked: {
          digest: "sha256:was",
          approvedAt: "2026-11-01T00:00:00.000Z",
          approvedBy: "operator:grace",
          contract: {},
          effect: "read",
        },
        isAdmissible: true,
        changes: [
          { pointer: "/title", was: "Wind", now: "W\u{202e}ind" },
          { pointer: "/inputSchema/properties/days/maximum", now: 7 },
          { pointer: "/x", was: null },
        ],
        revised: {
          server: "weather",
          name: "get/wind",
          fate: "breaking",
          findings: [],
          drift: "breaking",
          parts: [
            {
              kind: "breaking",
              pointer: "/inputSchema/properties/days/maximum",
              version: "new",
              message: ["The maximum of ", { quoted: "days" }, " is 7 now."],
              witness: { side: "input", value: { city: "Geneva", days: 8 } },
            },
          ],
        },
      },
    });

    expect(await send("/weather/get%2Fwind/drift")).toMatchObject({
      digest: "sha256:now",
      locked: { digest: "sha256:was", approvedBy: "operator:grace" },
      isAdmissible: true,
      class: "breaking",
      changes: [
        { pointer: "/title", was: '"Wind"', now: '"W\u{202e}ind"' },
        { pointer: "/inputSchema/properties/days/maximum", was: null, now: "7" },
        { pointer: "/x", was: "null", now: null },
      ],
      effects: [
        {
          kind: "breaking",
          message: "The maximum of “days” is 7 now.",
          witness: { side: "input", value: '{"city":"Geneva","days":8}' },
        },
      ],
    });
  });

  it("says that there is no lock entry, and what could not be compared", async () => {
    const { send } = setUp({ drift: { ...same, changes: undefined } });

    expect(await send("/weather/get-forecast/drift")).toMatchObject({
      locked: null,
      decision: null,
      changes: null,
      effects: null,
      class: null,
    });
  });
});

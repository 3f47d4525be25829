import { type JsonObject, type JsonValue, valueAt } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRefusal } from "../../packages/contracts/src/errors/refusal.ts";
import { rpcCodes } from "../../packages/contracts/src/errors/to-mcp.ts";
import type { OpenAuthority } from "../../packages/gateway/src/compose/open-authority.ts";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import { createHost } from "../../packages/host/src/answering/create-host.ts";
import { AskTool } from "../../packages/host/src/compose/ask-tool.ts";
import { toolAccessOf } from "../../packages/host/src/compose/open-host.ts";
import { type ClientEntrances, clientEntranceNames } from "./entrances.ts";
import { fitting, forbidden } from "./forbidden.ts";
import type { Ask } from "./http-client.ts";
import { createIds } from "./ids.ts";
import { openTestAuthority } from "./open-test-authority.ts";
import { namesIn, outcomeOf } from "./outcome.ts";
import { listedNames, openRig, type Rig } from "./rig.ts";

// Every kind of forbidden call, by every entrance of every endpoint, with its record.

const prefix = "team_";
/** The first two offer every tool, the third two, and the last one the host with one tool. */
const endpoints = [
  { name: "plain", path: "/mcp/plain", tools: ["*"] },
  { name: "prefixed", path: "/mcp/prefixed", tools: ["*"], prefix },
  { name: "narrow", path: "/mcp/narrow", servers: ["weather"], tools: ["get-allowed", "get-d*"] },
  { name: "asking", path: "/mcp/asking", tools: ["ask", "get-allowed"], prefix },
];
const allNames = [...listedNames, "ask"].toSorted();
const whole = [
  { endpoint: "plain", before: "" },
  { endpoint: "prefixed", before: prefix },
] as const;

const policy = `version: 1
roles: { reader: ["weather:read"] }
statements: [{ id: all, effect: allow, principals: ["*"], tools: ["*"] }]
...
`;
const ada = { id: "ada", permissions: [], roles: ["reader"] };
const queryKey = "dev.toolcourt/query";
const rpcOf: Readonly<Record<string, number>> = rpcCodes;

const plan = ({ question }: { readonly question: string }): string => question;

let rig: Rig;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  const authority = keeping(await openTestAuthority(policy, stack));
  const ask = new AskTool(["read"]);
  const wishes = { authority, principal: ada, endpoints, list: "all", hostTool: ask.tool } as const;
  rig = stack.use(await openRig(wishes));
  const { gateway } = rig;
  const config = loadConfig("toolbox: { local: [] }", { environment: {} });
  // The worst host: it offers every tool, and its planner obeys the question.
  const access = {
    ...toolAccessOf(gateway, config),
    tools: () => [...gateway.registry.current().tools.values()],
  };
  ask.answerBy(createHost({ access, newId: createIds(), summary: "off", plan }));
}, 60_000);
afterAll(() => stack.disposeAsync());

function askAt(endpoint: string, entrance: keyof ClientEntrances): Ask {
  const ask = rig.endpoints.get(endpoint)?.[entrance];
  if (ask === undefined) throw new Error(`no endpoint ${endpoint}`);
  return ask;
}

interface Recorded {
  readonly endpoint: string | undefined;
  readonly tool: string;
  readonly code: string;
}

/** What the audit log was told about each call that has ended. */
const recorded: Recorded[] = [];

/** Keeps what is recorded, and records it. */
function keeping({ record, ...rest }: OpenAuthority): OpenAuthority {
  return {
    ...rest,
    record: (call) => {
      const { durable, closed } = record(call);
      return {
        durable,
        closed: (now, outcome) => {
          const code = outcome.kind === "refused" ? codeOf(outcome.error) : outcome.kind;
          recorded.push({ endpoint: call.endpoint, tool: now.tool, code });
          return closed(now, outcome);
        },
      };
    },
  };
}

function codeOf(error: unknown): string {
  return isRefusal(error) ? error.code : "gateway-failed";
}

/** Returns the whole answer, with the name replaced and without the id of the request. */
function shapeOf(answer: JsonObject, name: string): string {
  return JSON.stringify({ ...answer, id: 0 }).replaceAll(name, "<name>");
}

describe.each(whole)("at $endpoint", ({ endpoint, before }) => {
  describe.each(clientEntranceNames)("by %s", (entrance) => {
    it.each(forbidden)("refuses a call of $what, and records it", async (each) => {
      const { tool, given = fitting, after, codes, isOneQuery, evidence = {} } = each;
      const ask = askAt(endpoint, entrance);
      const meta: JsonObject = isOneQuery === true ? { [queryKey]: endpoint + entrance } : {};
      if (after !== undefined) {
        await ask("tools/call", { name: before + after, arguments: fitting }, meta);
      }
      const reached = rig.upstreamCalls();

      const call = { name: before + tool, arguments: given };
      const outcome = outcomeOf(await ask("tools/call", call, meta));

      expect(codes).toContain(outcome.refused);
      expect(outcome.rpc).toBe(rpcOf[outcome.refused ?? ""]);
      expect(outcome.evidence ?? {}).toMatchObject(evidence);
      expect(rig.upstreamCalls()).toBe(reached);
      expect(recorded.at(-1)).toMatchObject({ endpoint, code: outcome.refused });
    });

    it("calls a tool under the name that it lists, and records its public name", async () => {
      const ask = askAt(endpoint, entrance);
      const reached = rig.upstreamCalls();

      const answer = await ask("tools/call", { name: `${before}get-allowed`, arguments: fitting });

      expect(answer).toMatchObject({ result: { structuredContent: { celsius: 21 } } });
      expect(rig.upstreamCalls()).toBe(reached + 1);
      expect(recorded.at(-1)).toEqual({ endpoint, tool: "get-allowed", code: "answered" });
    });

    it("lists exactly the callable tools", async () => {
      const names = namesIn(await askAt(endpoint, entrance)("tools/list", {}));

      expect(names).toEqual(allNames.map((name) => before + name));
    });
  });
});

describe.each(clientEntranceNames)("what an endpoint does not offer, by %s", (entrance) => {
  const others = [...listedNames, "get-drifted", "get-nonconformant", "get-denied"].filter(
    (name) => !["get-allowed", "get-drifted"].includes(name),
  );

  it.each(others)("is unknown there, and recorded so: %s", async (name) => {
    const ask = askAt("narrow", entrance);
    const reached = rig.upstreamCalls();
    const unknown = await ask("tools/call", { name: "get-nothing", arguments: fitting });

    const answer = await ask("tools/call", { name, arguments: fitting });

    expect(shapeOf(answer, name)).toBe(shapeOf(unknown, "get-nothing"));
    expect(outcomeOf(answer).refused).toBe("tool-unknown");
    expect(rig.upstreamCalls()).toBe(reached);
    expect(recorded.at(-1)).toEqual({ endpoint: "narrow", tool: name, code: "tool-unknown" });
  });

  it("keeps a held tool of its own held", async () => {
    const call = { name: "get-drifted", arguments: fitting };

    expect(outcomeOf(await askAt("narrow", entrance)("tools/call", call)).refused).toBe(
      "tool-quarantined",
    );
    expect(namesIn(await askAt("narrow", entrance)("tools/list", {}))).toEqual(["get-allowed"]);
  });

  it.each([
    ["prefixed", "get-allowed"],
    ["prefixed", prefix],
    ["prefixed", `${prefix}${prefix}get-allowed`],
    ["prefixed", `${prefix.toUpperCase()}get-allowed`],
    ["plain", `${prefix}get-allowed`],
  ])("is unknown at %s under another prefix: %s", async (endpoint, name) => {
    const reached = rig.upstreamCalls();
    const answer = await askAt(endpoint, entrance)("tools/call", { name, arguments: fitting });

    expect(outcomeOf(answer).refused).toBe("tool-unknown");
    expect(rig.upstreamCalls()).toBe(reached);
  });
});

describe.each(clientEntranceNames)("the host at an endpoint, by %s", (entrance) => {
  const blockedBy = async (tool: string): Promise<JsonValue | undefined> => {
    const question = JSON.stringify({ type: "call_tool", tool, arguments: fitting });
    const call = { name: `${prefix}ask`, arguments: { question } };
    const answer = await askAt("asking", entrance)("tools/call", call);
    return valueAt(answer, "/result/structuredContent/data/code");
  };

  it("calls no tool that the endpoint does not offer", async () => {
    const reached = rig.upstreamCalls();
    const codes = new Set<JsonValue | undefined>();
    for (const tool of ["get-wanted", "get-second", "get-careful"])
      codes.add(await blockedBy(tool));

    expect(codes).toEqual(new Set(["step-refused"]));
    expect(rig.upstreamCalls()).toBe(reached);
  });

  it("calls one that it offers", async () => {
    const reached = rig.upstreamCalls();

    expect(await blockedBy("get-allowed")).toBeUndefined();
    expect(rig.upstreamCalls()).toBe(reached + 1);
  });
});

it("offers a host what the endpoint of its caller offers, under public names", () => {
  const { gateway } = rig;
  const config = loadConfig("toolbox: { local: [] }", { environment: {} });
  const offered = toolAccessOf(gateway, config).tools(ada, "asking");

  expect(offered.map(({ publicName }) => publicName)).toEqual(["ask", "get-allowed"]);
});

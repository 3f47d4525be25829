import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rpcCodes } from "../../packages/contracts/src/errors/to-mcp.ts";
import type { OpenAuthority } from "../../packages/gateway/src/compose/open-authority.ts";
import type { Outcome } from "../../packages/gateway/src/pipeline/outcome.ts";
import { type EntranceName, entranceNames } from "./entrances.ts";
import { expectedAt, type Forbidden, fitting, forbidden } from "./forbidden.ts";
import { openTestAuthority } from "./open-test-authority.ts";
import { namesIn, outcomeOf } from "./outcome.ts";
import { listedNames, openRig, type Rig } from "./rig.ts";

// Every kind of forbidden call through `call_tool`, by every entrance: the same refusal and the same
// record as directly. And what a search shows: only what its caller may call.

const policy = `version: 1
roles: { reader: ["weather:read"] }
statements:
  - { id: ada, effect: allow, principals: [ada], tools: ["*"] }
  - { id: eve, effect: allow, principals: [eve], tools: [get-allowed, get-drifted] }
...
`;
const ada = { id: "ada", permissions: [], roles: ["reader"] };
const eve = { id: "eve", permissions: [], roles: ["reader"] };

const queryKey = "dev.toolcourt/query";
const rpcOf: Readonly<Record<string, number>> = rpcCodes;
const held = forbidden.filter(({ codes }) => codes.includes("tool-quarantined"));

/** What the audit log gets of a call. */
interface Recorded {
  readonly tool: string;
  readonly kind: Outcome["kind"];
  readonly code: unknown;
}

function recordingInto(records: Recorded[], authority: OpenAuthority): OpenAuthority {
  const { record } = authority;
  return {
    ...authority,
    record: (call) => {
      const { durable, closed } = record(call);
      return {
        durable,
        closed: (ended, outcome) => {
          const error: unknown = outcome.kind === "refused" ? outcome.error : undefined;
          const code = error instanceof Error && "code" in error ? error.code : undefined;
          records.push({ tool: ended.tool, kind: outcome.kind, code });
          return closed(ended, outcome);
        },
      };
    },
  };
}

const records: Recorded[] = [];
let rig: Rig;
let narrow: Rig;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  const authority = recordingInto(records, await openTestAuthority(policy, stack));
  const settings = { list: "all", discovery: "search" } as const;
  rig = stack.use(await openRig({ authority, principal: ada, ...settings }));
  narrow = stack.use(
    await openRig({ authority, principal: eve, list: "permitted", discovery: "search" }),
  );
}, 60_000);
afterAll(() => stack.disposeAsync());

function byName(name: string, given: JsonObject): JsonObject {
  return { name: "call_tool", arguments: { name, arguments: given } };
}

function searching(query: string, limit = 10): JsonObject {
  return { name: "search_tools", arguments: { query, limit } };
}

/** Returns the names in the answer of a search. */
function foundIn(answer: JsonObject): readonly string[] {
  const result = own(answer, "result");
  const structured = isJsonObject(result) ? own(result, "structuredContent") : undefined;
  const tools = isJsonObject(structured) ? own(structured, "tools") : undefined;
  return (isJsonArray(tools) ? tools : []).flatMap((tool) => {
    const name = isJsonObject(tool) ? own(tool, "name") : undefined;
    return typeof name === "string" ? [name] : [];
  });
}

interface Tried {
  readonly direct: Refused;
  /** By `call_tool`. */
  readonly outcome: Refused;
  /** What both left in the audit log. */
  readonly recorded: readonly Recorded[];
  /** How many calls reached a server. */
  readonly reached: number;
}

type Refused = ReturnType<typeof outcomeOf>;

/** Tries a forbidden call directly, and then by `call_tool`. */
async function tried(
  entrance: EntranceName,
  { tool, given = fitting, after, isOneQuery }: Forbidden,
): Promise<Tried> {
  const ask = rig.entrances[entrance];
  const meta: JsonObject = isOneQuery === true ? { [queryKey]: entrance } : {};
  if (after !== undefined) await ask("tools/call", byName(after, fitting), meta);
  const [from, before] = [records.length, rig.upstreamCalls()];
  const direct = outcomeOf(await ask("tools/call", { name: tool, arguments: given }, meta));
  const outcome = outcomeOf(await ask("tools/call", byName(tool, given), meta));
  return { direct, outcome, recorded: records.slice(from), reached: rig.upstreamCalls() - before };
}

/** Returns what two refusals share that come one after the other. */
function sameIn({ evidence = {}, ...same }: Refused): JsonObject {
  const { retryAfterMs: _later, ...rest } = evidence;
  return { ...same, evidence: rest };
}

/** The command is the operator's, with a gateway and a principal of its own. */
const recordedAt: readonly EntranceName[] = entranceNames.filter(
  (name) => name !== "toolcourt call",
);

describe.each(entranceNames)("through call_tool, by %s", (entrance) => {
  const cases = forbidden.flatMap((each) => {
    const codes = expectedAt(each, entrance);
    return codes === undefined ? [] : [{ ...each, codes }];
  });

  it.each(cases)("refuses a call of $what", async (each) => {
    const { outcome, reached } = await tried(entrance, each);

    expect(each.codes).toContain(outcome.refused);
    expect(outcome.evidence ?? {}).toMatchObject(each.evidence ?? {});
    expect(outcome.rpc).toBe(rpcOf[outcome.refused ?? ""]);
    expect(reached).toBe(0);
  });

  // A server that is gone may open its circuit between two calls.
  it.each(cases.filter(({ codes }) => codes.length === 1))(
    "refuses a call of $what as a direct one",
    async (each) => {
      const { outcome, direct } = await tried(entrance, each);

      expect(sameIn(outcome)).toEqual(sameIn(direct));
    },
  );

  it.each(["get-allowed", "get-wanted", "get-careful"])(
    "allows a call of %s, by call_tool and by its name",
    async (name) => {
      const ask = rig.entrances[entrance];
      const before = rig.upstreamCalls();

      const found = await ask("tools/call", byName(name, fitting));
      const direct = await ask("tools/call", { name, arguments: fitting });

      expect(found).toMatchObject({ result: { structuredContent: { celsius: 21 } } });
      expect(direct).toMatchObject({ result: { structuredContent: { celsius: 21 } } });
      expect(rig.upstreamCalls()).toBe(before + 2);
    },
  );

  it.each([
    ["no name", {}],
    ["a name that is no text", { name: 7 }],
    ["the empty name", { name: "" }],
    ["itself", { name: "call_tool", arguments: { name: "get-allowed" } }],
    ["the search", { name: "search_tools", arguments: { query: "weather" } }],
    ["another key", { name: "get-allowed", args: fitting }],
  ])("refuses %s with what a model can correct", async (_, given) => {
    const before = rig.upstreamCalls();

    const answer = await rig.entrances[entrance]("tools/call", {
      name: "call_tool",
      arguments: given,
    });

    expect(outcomeOf(answer).refused).toBe("input-invalid");
    expect(rig.upstreamCalls()).toBe(before);
  });
});

describe.each(recordedAt)("by %s", (entrance) => {
  it.each(forbidden.filter(({ codes }) => codes.length === 1))(
    "records a call of $what under its name, as a direct one",
    async (each) => {
      const { recorded, outcome } = await tried(entrance, each);
      const [direct, found] = recorded;

      expect(recorded).toHaveLength(2);
      expect(found).toEqual(direct);
      expect(found).toEqual({ tool: each.tool, kind: "refused", code: outcome.refused });
    },
  );
});

describe.each(recordedAt)("a search, by %s", (entrance) => {
  it("is listed with call_tool instead of the tools", async () => {
    const listed = await rig.entrances[entrance]("tools/list", {});

    expect(namesIn(listed)).toEqual(["search_tools", "call_tool"]);
  });

  it("finds callable tools only, reaches no server and is not recorded", async () => {
    const [calls, from] = [rig.upstreamCalls(), records.length];

    const answer = await rig.entrances[entrance]("tools/call", searching("the weather of a city"));

    const found = foundIn(answer);
    expect(found).toHaveLength(10);
    expect(listedNames).toEqual(expect.arrayContaining([...found]));
    expect(rig.upstreamCalls()).toBe(calls);
    expect(records).toHaveLength(from);
  });

  it.each(held)("never finds $what", async ({ tool }) => {
    const answer = await rig.entrances[entrance]("tools/call", searching(tool));

    expect(foundIn(answer)).not.toContain(tool);
  });

  it("shows a principal nothing that it may not call", async () => {
    const ask = narrow.entrances[entrance];
    const found = new Set<string>();
    for (const name of [...listedNames, ...held.map(({ tool }) => tool)]) {
      for (const each of foundIn(await ask("tools/call", searching(name)))) found.add(each);
    }

    expect([...found]).toEqual(["get-allowed"]);
  });

  it("tells a principal nothing by call_tool about what it may not call", async () => {
    const ask = narrow.entrances[entrance];
    const shapeOf = async (name: string): Promise<string> =>
      JSON.stringify({ ...(await ask("tools/call", byName(name, fitting))), id: 0 }).replaceAll(
        name,
        "<name>",
      );

    expect(await shapeOf("send-by-caller")).toBe(await shapeOf("get-nothing"));
    expect(await shapeOf("get-second")).toContain("tool-unknown");
  });

  it("is no call of its query", async () => {
    const ask = rig.entrances[entrance];
    const meta = { [queryKey]: `search, ${entrance}` };
    for (const _ of [1, 2, 3]) await ask("tools/call", searching("the weather"), meta);

    const first = await ask("tools/call", byName("get-allowed", fitting), meta);
    const second = await ask("tools/call", byName("get-second", fitting), meta);

    expect(outcomeOf(first).refused).toBeUndefined();
    expect(outcomeOf(second).refused).toBe("query-limit");
  });

  it.each([
    ["no query", {}],
    ["a query that is no text", { query: 7 }],
    ["a blank query", { query: "  " }],
    ["a query that is too long", { query: "x".repeat(1_001) }],
    ["too many results", { query: "weather", limit: 11 }],
    ["a part of a result", { query: "weather", limit: 1.5 }],
    ["another key", { query: "weather", server: "weather" }],
  ])("refuses %s with what a model can correct", async (_, given) => {
    const answer = await rig.entrances[entrance]("tools/call", {
      name: "search_tools",
      arguments: given,
    });

    expect(outcomeOf(answer)).toMatchObject({ refused: "input-invalid" });
  });
});

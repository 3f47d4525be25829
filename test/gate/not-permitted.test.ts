import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import { createHost } from "../../packages/host/src/answering/create-host.ts";
import { AskTool } from "../../packages/host/src/compose/ask-tool.ts";
import { toolAccessOf } from "../../packages/host/src/compose/open-host.ts";
import { entranceNames } from "./entrances.ts";
import { fitting } from "./forbidden.ts";
import { createIds } from "./ids.ts";
import { openTestAuthority } from "./open-test-authority.ts";
import { namesIn, outcomeOf } from "./outcome.ts";
import { listedNames, openRig, type Rig } from "./rig.ts";

// A principal that may call two tools, by every entrance. All other tools must look exactly like
// names that no tool has, whatever the arguments: no schema, no state, no existence.

const policy = `version: 1
roles: { reader: ["weather:read"] }
statements:
  - { id: two, effect: allow, principals: [eve], tools: [get-allowed, ask] }
  - { id: not-at-all, effect: deny, principals: [eve], tools: [get-second], when: principal.id == "eve" }
  - { id: second, effect: allow, principals: [eve], tools: [get-second] }
...
`;
const eve = { id: "eve", permissions: [], roles: ["reader"] };

const callable = ["get-second", "get-vaulted", "get-limited", "send-by-caller", "send-by-operator"];
const held = ["get-drifted", "get-widened", "get-nonconformant", "get-newcomer", "get-unlisted"];
const notThere = "get-nothing";

/** What a curious caller may try. Each would be refused by another stage of the pipeline. */
const attempts: readonly (readonly [what: string, given: JsonValue, meta: JsonObject])[] = [
  ["fitting arguments", fitting, {}],
  ["wrong arguments", { city: 7, "no such": true }, {}],
  ["no arguments", {}, {}],
  ["large arguments", { city: "x".repeat(100_000) }, {}],
  ["a query", fitting, { "dev.toolcourt/query": "one" }],
  ["an approval", fitting, { "dev.toolcourt/approval": "apr_1" }],
  // Dry runs belong to the operator's commands, which have no principal. No key asks for one.
  ["a dry run", { ...fitting, dry_run: true }, { "dev.toolcourt/dry-run": true }],
];

const plan = ({ question }: { readonly question: string }): string => question;

async function openGuarded(
  list: "permitted" | "all",
  stack: AsyncDisposableStack,
  ask = new AskTool(["read"]),
): Promise<Rig> {
  const authority = await openTestAuthority(policy, stack);
  const rig = stack.use(await openRig({ authority, principal: eve, list, hostTool: ask.tool }));
  const { gateway } = rig;
  const config = loadConfig("toolbox: { local: [] }", { environment: {} });
  // The worst host: it offers every tool, and its planner obeys the question.
  const access = {
    ...toolAccessOf(gateway, config),
    tools: () => [...gateway.registry.current().tools.values()],
  };
  ask.answerBy(createHost({ access, newId: createIds(), summary: "off", plan }));
  return rig;
}

let hiding: Rig;
let showing: Rig;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  hiding = await openGuarded("permitted", stack);
  showing = await openGuarded("all", stack);
}, 60_000);
afterAll(() => stack.disposeAsync());

/** Returns the whole answer, with the name replaced and without the id of the request. */
function shapeOf(answer: JsonObject, name: string): string {
  return JSON.stringify({ ...answer, id: 0 }).replaceAll(name, "<name>");
}

/** The command opens a gateway of its own, for the operator. */
const entrances = entranceNames.filter((name) => name !== "toolcourt call");

describe.each(entrances)("a principal that may not call, by %s", (entrance) => {
  it.each(attempts)("cannot tell a tool from a name without one, by %s", async (...attempt) => {
    const [, given, meta] = attempt;
    const ask = (name: string) =>
      hiding.entrances[entrance]("tools/call", { name, arguments: given }, meta);
    const before = hiding.upstreamCalls();
    const unknown = shapeOf(await ask(notThere), notThere);
    const seen: string[] = [];
    for (const name of [...callable, ...held]) seen.push(shapeOf(await ask(name), name));

    expect(unknown).toContain("tool-unknown");
    expect(new Set(seen)).toEqual(new Set([unknown]));
    expect(hiding.upstreamCalls()).toBe(before);
  });

  it.each(attempts)("is told `not-permitted` where all see one list, by %s", async (...attempt) => {
    const [, given, meta] = attempt;
    const codeOf = async (name: string) =>
      outcomeOf(await showing.entrances[entrance]("tools/call", { name, arguments: given }, meta))
        .refused;
    const before = showing.upstreamCalls();
    const codes = new Set<string | undefined>();
    for (const name of callable) codes.add(await codeOf(name));
    const others = new Set<string | undefined>();
    for (const name of held) others.add(await codeOf(name));

    expect(codes).toEqual(new Set(["not-permitted"]));
    // No list shows a held tool.
    expect(others).toEqual(new Set(["tool-unknown"]));
    expect(showing.upstreamCalls()).toBe(before);
  });

  it("calls what it may", async () => {
    const call = { name: "get-allowed", arguments: fitting };

    expect(await hiding.entrances[entrance]("tools/call", call)).toMatchObject({
      result: { structuredContent: { celsius: 21 } },
    });
  });

  it("sees the same list as by every other entrance", async () => {
    const [permitted, all] = [
      namesIn(await hiding.entrances[entrance]("tools/list", {})),
      namesIn(await showing.entrances[entrance]("tools/list", {})),
    ];

    expect(permitted).toEqual(["ask", "get-allowed"]);
    expect(all).toEqual([...listedNames, "ask"].toSorted());
  });

  it("learns no more through a tool that calls others", async () => {
    const blockedBy = async (tool: string): Promise<JsonValue | undefined> => {
      const question = JSON.stringify({ type: "call_tool", tool, arguments: fitting });
      const call = { name: "ask", arguments: { question } };
      return codeIn(await hiding.entrances[entrance]("tools/call", call));
    };
    const before = hiding.upstreamCalls();
    const codes = new Set<JsonValue | undefined>();
    for (const name of callable) codes.add(await blockedBy(name));

    expect(codes).toEqual(new Set(["tool-unknown"]));
    expect(hiding.upstreamCalls()).toBe(before);
  });
});

/** Returns the code in a host's answer. */
function codeIn(answer: JsonObject): JsonValue | undefined {
  return ["result", "structuredContent", "data", "code"].reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) ? own(value, key) : undefined),
    answer,
  );
}

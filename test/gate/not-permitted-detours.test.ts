import { defineTool, type JsonObject, type Tool, termsKey } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasCode } from "../../packages/contracts/src/errors/refusal.ts";
import type { Egress } from "../../packages/gateway/src/boundary/egress/egress.ts";
import type { Gateway } from "../../packages/gateway/src/compose/open-gateway.ts";
import type { ApprovedDrafts } from "../../packages/gateway/src/http-tools/drafts/approved-drafts.ts";
import { type IncomingCall, isQuestion } from "../../packages/gateway/src/pipeline/call.ts";
import { incomingCall } from "../../packages/testing/src/calls.ts";
import { draftOfOperation } from "../../packages/testing/src/openapi.ts";
import { agentHints } from "../../packages/workflows/src/testing/order.ts";
import { type Entrances, entranceNames, openEntrances } from "./entrances.ts";
import { openTestAuthority } from "./open-test-authority.ts";
import { openTestGateway } from "./open-test-gateway.ts";
import { trying, wordTool } from "./trying.ts";

// Detours of a principal that may not call a tool: the approval of another principal, a draft, and
// a workflow with the tool as a step. Each must look like the same detour to a name without a tool.

const policy = `version: 1
roles: { keeper: ["pets:read", "secrets:say"] }
statements:
  - { id: own, effect: allow, principals: [eve], tools: ["try-*", "shop/*"] }
  - { id: all, effect: allow, principals: [ada], tools: ["*"] }
...
`;
const eve = { id: "eve", permissions: [], roles: [] };
const ada = { id: "ada", permissions: [], roles: ["keeper"] };
const notThere = "get-nothing";

const said: string[] = [];
let sent = 0;

function saying(name: string, category: "query" | "mutation", permissions: string[] = []): Tool {
  return defineTool({
    ...wordTool,
    name,
    category,
    permissions,
    cacheable: false,
    handler: (params) => {
      said.push(`${name} ${params.word}`);
      return { data: params, agentHints };
    },
  });
}

const local = [
  saying("say-aloud", "mutation"),
  saying("say-carefully", "mutation"),
  saying("say-secretly", "query", ["secrets:say"]),
  trying("try-secretly", "say-secretly", { word: "a" }),
  trying("try-wrongly", "say-secretly", { word: 7, "no such": true }),
  trying("try-nothing", notThere, { word: "a" }),
];
const approvals: Readonly<Record<string, string>> = {
  "say-aloud": "operator",
  "say-carefully": "caller",
};
const tools = local.map(({ name }) => ({ name, approval: approvals[name] ?? "none" }));
const config = JSON.stringify({
  toolbox: { tools, http: [{ name: "shop", drafts: true }] },
  server: { list: "permitted" },
});

/** Returns a draft that requires a permission. */
function petsDraft() {
  const { tool, operation } = draftOfOperation({ operationId: "list_pets", responses: {} });
  const terms = { permissions: ["pets:read"], category: "query" };
  return { tool: { ...tool, _meta: { [termsKey]: terms } }, operation };
}

const egress: Egress = {
  request: () => {
    sent += 1;
    return Promise.reject(new Error("Nothing is there."));
  },
  nextPage: (url) => url,
  [Symbol.asyncDispose]: async () => undefined,
};

const stack = new AsyncDisposableStack();
let gateway: Gateway;
let entrances: Entrances;
beforeAll(async () => {
  const authority = await openTestAuthority(policy, stack);
  const opened: ApprovedDrafts[] = [];
  const outside = {
    egress,
    readText: async () => "",
    draftsOf: async (set: string) => {
      const drafts = await authority.draftsOf(set);
      opened.push(drafts);
      return drafts;
    },
  };
  ({ gateway } = stack.use(await openTestGateway(config, { local, authority, outside })));
  const writing = { by: "operator:grace", from: "a test", documentDigest: "0".repeat(64) };
  await gateway.review?.drafts.add({ set: "shop", definition: petsDraft(), ...writing });
  await opened[0]?.refresh();
  entrances = await openEntrances({ gateway, principal: eve, folder: "/nowhere" }, stack);
}, 60_000);
afterAll(() => stack.disposeAsync());

function callBy(differences: Partial<IncomingCall>): ReturnType<Gateway["callTool"]> {
  return gateway.callTool(incomingCall(differences), new AbortController().signal);
}

/** Makes ada's call wait for an operator, who approves it. Returns the id of the approval. */
async function approved(given: JsonObject): Promise<string> {
  const waiting: unknown = await callBy({
    principal: ada,
    tool: "say-aloud",
    arguments: given,
  }).catch((error: unknown) => error);
  const { id = "" } = hasCode(waiting, "approval-required") ? waiting.details : {};
  const found = await gateway.review?.approvals.list({ state: "pending", max: 100 });
  const digest = found?.find((each) => each.id === id)?.digest ?? "";
  const verdict = { to: "approved", by: "operator:grace", digest } as const;
  expect(await gateway.review?.approvals.decide(id, verdict)).toMatchObject({ kind: "decided" });
  return id;
}

/** Returns the state that ada's client gets with the question for its own approval. */
async function asked(given: JsonObject): Promise<string> {
  const question = await callBy({
    principal: ada,
    tool: "say-carefully",
    arguments: given,
    channel: { capabilities: { elicitation: { form: {} } } },
  });
  const state = isQuestion(question) ? question.asks.requestState : undefined;
  expect(state).toBeTypeOf("string");
  return state ?? "";
}

/** Differ between any two answers: ids and times. */
const accidental =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=executionTime\\?":)[\d.]+/g;

/** Returns the whole answer, without names, ids and times. */
function shapeOf(answer: JsonObject, ...names: readonly string[]): string {
  const text = JSON.stringify({ ...answer, id: 0 });
  const anonymous = names.reduce((rest, name) => rest.replaceAll(name, "<name>"), text);
  return anonymous.replaceAll(accidental, "<any>");
}

/** Other params of a request. */
interface Extras {
  readonly meta?: JsonObject;
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
}

/** The command opens a gateway of its own, for the operator. */
const names = entranceNames.filter((name) => name !== "toolcourt call");

describe.each(names)("a principal that may not call, by %s", (entrance) => {
  const ask = (name: string, given: JsonObject, { meta = {}, ...more }: Extras = {}) =>
    entrances[entrance]("tools/call", { name, arguments: given, ...more }, meta);

  it("cannot use the approval that another principal got from an operator", async () => {
    const given = { word: entrance };
    const meta = { "dev.toolcourt/approval": await approved(given) };

    const unknown = shapeOf(await ask(notThere, given, { meta }), notThere);

    expect(unknown).toContain("tool-unknown");
    expect(shapeOf(await ask("say-aloud", given, { meta }), "say-aloud")).toBe(unknown);
    expect(said).not.toContain(`say-aloud ${entrance}`);
    // The approval is still there for its owner.
    await callBy({ principal: ada, tool: "say-aloud", arguments: given });
    expect(said).toContain(`say-aloud ${entrance}`);
  });

  it("cannot use the yes that another principal gave itself", async () => {
    const given = { word: entrance };
    const inputResponses = { "toolcourt-approval": { action: "accept", content: {} } };
    const yes = { inputResponses, requestState: await asked(given) };

    const unknown = shapeOf(await ask(notThere, given, yes), notThere);

    expect(unknown).toContain("tool-unknown");
    expect(shapeOf(await ask("say-carefully", given, yes), "say-carefully")).toBe(unknown);
    expect(said).not.toContain(`say-carefully ${entrance}`);
    await callBy({ principal: ada, tool: "say-carefully", arguments: given, resumption: yes });
    expect(said).toContain(`say-carefully ${entrance}`);
  });

  it.each(["list_pets", "shop__list_pets"])(
    "cannot tell the draft %s from a name without one",
    async (name) => {
      for (const given of [{}, { limit: "wrong" }]) {
        const unknown = shapeOf(await ask(notThere, given), notThere);

        expect(unknown).toContain("tool-unknown");
        expect(shapeOf(await ask(name, given), name)).toBe(unknown);
      }
      await expect(callBy({ principal: ada, tool: name })).rejects.toMatchObject({
        code: "draft-pending",
      });
      expect(sent).toBe(0);
    },
  );

  it.each(["try-secretly", "try-wrongly"])(
    "learns no more through the workflow %s",
    async (name) => {
      const before = said.length;
      const given = { word: "a", workflow_run: entrance.replaceAll(/\W+/g, "-") };

      const unknown = shapeOf(await ask("try-nothing", given), notThere, "try-nothing");

      expect(unknown).toContain("workflow-step-refused");
      expect(shapeOf(await ask(name, given), "say-secretly", name)).toBe(unknown);
      expect(said).toHaveLength(before);
      expect(
        await callBy({ principal: ada, tool: "try-secretly", arguments: given }),
      ).toMatchObject({
        isError: false,
      });
    },
  );
});

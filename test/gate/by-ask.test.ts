import { type Effect, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../packages/gateway/src/config/load.ts";
import { createHost } from "../../packages/host/src/answering/create-host.ts";
import { AskTool } from "../../packages/host/src/compose/ask-tool.ts";
import { toolAccessOf } from "../../packages/host/src/compose/open-host.ts";
import type { EntranceName } from "./entrances.ts";
import { fitting, forbidden } from "./forbidden.ts";
import { createIds } from "./ids.ts";
import { openRig, type Rig } from "./rig.ts";

// Every kind of forbidden call, through the tool `ask`. The host here is the worst possible. Its
// planner obeys the question literally, and every caller is offered every tool in the registry.
// Only the pipeline can refuse a call.

const plan = ({ question }: { readonly question: string }): string => question;

async function openAskingRig(effects: readonly Effect[]): Promise<Rig> {
  const ask = new AskTool(effects);
  const rig = await openRig({ hostTool: ask.tool });
  const { gateway } = rig;
  const config = loadConfig("toolbox: { local: [] }", { environment: {} });
  const access = {
    ...toolAccessOf(gateway, config),
    tools: () => [...gateway.registry.current().tools.values()],
  };
  ask.answerBy(createHost({ access, newId: createIds(), summary: "off", plan }));
  return rig;
}

const entrances: readonly EntranceName[] = [
  "HTTP, modern, fast lane",
  "HTTP, modern, SDK lane",
  "HTTP, legacy in a session, SDK lane",
  "stdio, modern",
  "stdio, legacy",
];

function asking(tool: string, given: JsonObject): JsonObject {
  const question = JSON.stringify({ type: "call_tool", tool, arguments: given });
  return { name: "ask", arguments: { question } };
}

/** Returns the host's answer from a protocol answer. */
function dataIn(answer: JsonObject): JsonObject {
  const data = ["result", "structuredContent", "data"].reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) ? own(value, key) : undefined),
    answer,
  );
  return isJsonObject(data) ? data : {};
}

let rig: Rig;
let reader: Rig;
beforeAll(async () => {
  [rig, reader] = await Promise.all([openAskingRig(["read", "write"]), openAskingRig(["read"])]);
}, 30_000);
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

/** Refusals the host may give before the pipeline runs. */
const byHost = ["plan-tool-unknown", "plan-input-invalid", "question-has-hidden-characters"];

describe.each(entrances)("through the tool ask, by %s", (entrance) => {
  // Query limits apply to the single call of `ask`, so these cases do not arise.
  const cases = forbidden.filter(({ isOneQuery }) => isOneQuery !== true);

  it.each(cases)("no caller gets to $what", async ({ tool, given = fitting, after, codes }) => {
    const ask = rig.entrances[entrance];
    if (after !== undefined) await ask("tools/call", asking(after, fitting));
    const before = rig.upstreamCalls();

    const { kind, code } = dataIn(await ask("tools/call", asking(tool, given)));

    expect(kind).toBe("blocked");
    expect([...codes, ...byHost]).toContain(code);
    expect(rig.upstreamCalls()).toBe(before);
  });

  it("a callable tool is reached, so the path itself is open", async () => {
    const before = rig.upstreamCalls();

    const answer = await rig.entrances[entrance]("tools/call", asking("get-allowed", fitting));

    expect(dataIn(answer)).toMatchObject({
      kind: "tool_result",
      result: { structured: { celsius: 21 } },
    });
    expect(rig.upstreamCalls()).toBe(before + 1);
  });

  it.each(["send-by-caller", "send-by-operator", "send-gone"])(
    "no caller reaches %s through a read-only ask, even with a malicious host",
    async (tool) => {
      const before = reader.upstreamCalls();

      const answer = await reader.entrances[entrance]("tools/call", asking(tool, fitting));

      expect(dataIn(answer)).toMatchObject({ kind: "blocked", code: "step-refused" });
      expect(reader.upstreamCalls()).toBe(before);
    },
  );

  it("ask cannot call ask", async () => {
    const question = "How warm is it?";

    const answer = await rig.entrances[entrance]("tools/call", asking("ask", { question }));

    expect(dataIn(answer)).toMatchObject({ kind: "blocked", code: "step-refused" });
  });
});

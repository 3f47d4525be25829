import { canonicalJson, flowOf, type JsonValue } from "@toolcourt/sdk";
import type { ConnectedCall } from "../../pipeline/call.ts";
import { namedFlowOf } from "./named-flow.ts";
import type { OriginMemory } from "./origins/create-memory.ts";
import type { OriginEntry } from "./origins/entry.ts";
import type { MadeCall } from "./past-calls.ts";
import type { Past } from "./pasts.ts";
import type { PastCall } from "./question.ts";

export function madeBy({ registered }: Pick<ConnectedCall, "registered">): MadeCall {
  const { reach } = flowOf(registered.contract);
  return { tool: registered, effect: registered.contract.effect, reach };
}

export function pastCall(
  { tool, effect, reach }: MadeCall,
  more: Pick<PastCall, "callId" | "at" | "state" | "noted">,
): PastCall {
  const { publicName, contract } = tool;
  return { tool: publicName, server: contract.server, name: contract.name, effect, reach, ...more };
}

/** Returns what a call writes and no trusted side named. Undefined if there is nothing. */
export function writtenBy(
  { tool, callId: id, registered: { contract }, input: args }: ConnectedCall,
  { effect }: Pick<MadeCall, "effect">,
  { memory, at }: { readonly memory: OriginMemory; readonly at: number },
): OriginEntry | undefined {
  if (effect === "read") return undefined;
  return memory.rememberWritten({
    call: { tool, call: id, at },
    flow: namedFlowOf(contract),
    args,
  });
}

/** Names a field of a call in entries. Equal values have equal names, and no name can be read. */
export function fingerprinting({
  of: { fingerprints },
}: {
  readonly of: Pick<Past["of"], "fingerprints">;
}): (key: string, value: JsonValue) => string {
  return (key, value) =>
    fingerprints.within(`noted:${key}`, fingerprints.of(canonicalJson(value))).toString(36);
}

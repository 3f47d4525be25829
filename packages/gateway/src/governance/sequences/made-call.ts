import { canonicalJson, flowOf, type JsonValue } from "@toolcourt/sdk";
import type { ConnectedCall } from "../../pipeline/call.ts";
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

/** Names a field of a call in entries. Equal values have equal names, and no name can be read. */
export function fingerprinting({
  of: { fingerprints },
}: {
  readonly of: Pick<Past["of"], "fingerprints">;
}): (key: string, value: JsonValue) => string {
  return (key, value) =>
    fingerprints.within(`noted:${key}`, fingerprints.of(canonicalJson(value))).toString(36);
}

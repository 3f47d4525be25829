import type { ChangingPolicy } from "./open-policy.ts";
import { readPolicy } from "./read-policy.ts";

/** Applies without a written policy: only callers on this machine may call. */
const defaultPolicyText = `version: 1
statements:
  - id: local-principal
    effect: allow
    kinds: [local]
    tools: ["*"]
...
`;

export function createDefaultPolicy(): ChangingPolicy {
  const reading = readPolicy(defaultPolicyText, "the default policy");
  if (reading.kind === "invalid") throw new TypeError(reading.problems.join("\n"));
  const { policy } = reading;
  return { state: () => ({ kind: "usable", policy }), subscribe: () => () => undefined };
}

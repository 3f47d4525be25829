import type { ChangingPolicy } from "./open-policy.ts";
import { readPolicy } from "./read-policy.ts";

/** What applies where nobody wrote a policy: whoever sits at this machine may call, and nobody else. */
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

import { createHiding, type Hiding } from "../calls/hiding.ts";
import type { Config } from "../config/config.ts";
import type { RedactionRules, RedactText } from "../redaction/redact-text.ts";
import { createRedaction, type Redaction } from "../redaction/redaction.ts";
import type { RegisteredTool } from "../registry/snapshot.ts";
import { secretsIn, secretsOfEgress, secretsOfStores } from "./secrets-in.ts";

/** Hides what the configuration lets us in with, for as long as the process lives. */
export function openRedaction({ toolbox, egress, authority }: Config): Redaction {
  const redaction = createRedaction();
  const values = [
    ...secretsIn(toolbox.servers.map(({ transport }) => transport)),
    ...secretsOfEgress(egress),
    ...secretsOfStores(authority.stores),
  ];
  for (const value of values) redaction.registry.holdValue(value);
  return redaction;
}

/** Hides in the results of each tool what its rules say. */
export function hidingBy(
  redaction: Redaction,
  rulesOf: (tool: RegisteredTool) => RedactionRules,
): Hiding {
  const made = new Map<RedactionRules, RedactText>();
  return createHiding(redaction, (tool) => {
    const rules = rulesOf(tool);
    const known = made.get(rules);
    if (known !== undefined) return known;
    const redactText = redaction.into("results", rules);
    made.set(rules, redactText);
    return redactText;
  });
}

import type { Config } from "../config/config.ts";
import { createRedaction, type Redaction } from "../redaction/redaction.ts";
import { secretsIn, secretsOfEgress, secretsOfStores } from "./secrets-in.ts";

/** Hides what the configuration lets us in with, for as long as the process lives. */
export function openRedaction({ toolbox, egress, authority }: Config): Redaction {
  const redaction = createRedaction();
  const values = [
    ...secretsIn(
      toolbox.servers.flatMap(({ transport }) =>
        transport.kind === "http_tools" ? [] : [transport],
      ),
    ),
    ...secretsOfEgress(egress),
    ...secretsOfStores(authority.stores),
  ];
  for (const value of values) redaction.registry.holdValue(value);
  return redaction;
}

export { createHiding as hidingBy } from "../calls/hiding.ts";

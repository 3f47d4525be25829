import type { Config } from "../config/config.ts";
import { createRedaction, type Redaction } from "../redaction/redaction.ts";
import type { SecretRegistry } from "../redaction/secret-registry.ts";
import { secretsIn, secretsOfEgress, secretsOfHeaders, secretsOfStores } from "./secrets-in.ts";

/** Hides what the configuration lets us in with, for as long as the process lives. */
export function openRedaction({ toolbox, egress, authority, telemetry }: Config): Redaction {
  const redaction = createRedaction();
  const values = [
    ...secretsIn(
      toolbox.servers.flatMap(({ transport }) =>
        transport.kind === "http_tools" ? [] : [transport],
      ),
    ),
    ...secretsOfEgress(egress),
    ...secretsOfStores(authority.stores),
    ...secretsOfHeaders(telemetry.otlp?.headers ?? {}),
  ];
  for (const value of values) redaction.registry.holdValue(value);
  return redaction;
}

/** Holds each value that it hears of, once. */
export function holdOnce({
  holdValue,
}: Pick<SecretRegistry, "holdValue">): (value: string) => void {
  const held = new Set<string>();
  return (value) => {
    if (held.has(value)) return;
    held.add(value);
    holdValue(value);
  };
}

import type { JsonValue } from "@toolcourt/sdk";
import { cleanItems } from "../boundary/cleaning/clean-value.ts";
import {
  createRedaction,
  onlyOurs,
  type Redaction,
  type Sink,
  usualRules,
} from "../boundary/redaction/redaction.ts";
import type { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import type { Config } from "../config/config.ts";
import {
  plainDigitsIn,
  secretsIn,
  secretsOfEgress,
  secretsOfHeaders,
  secretsOfModel,
  secretsOfStores,
} from "./secrets-in.ts";

/** Redacts the configured credentials for the lifetime of the process. */
export function openRedaction({ toolbox, egress, authority, telemetry, host }: Config): Redaction {
  const redaction = createRedaction();
  const transports = toolbox.servers.flatMap(({ transport }) =>
    transport.kind === "http_tools" ? [] : [transport],
  );
  const plainDigits = plainDigitsIn(transports);
  const values = [
    ...secretsIn(transports),
    ...secretsOfEgress(egress),
    ...secretsOfStores(authority.stores),
    ...secretsOfHeaders(telemetry.otlp?.headers ?? {}),
    ...secretsOfModel(host),
  ];
  const { holdText, holdValue } = redaction.registry;
  for (const value of values) (plainDigits.has(value) ? holdText : holdValue)(value);
  return redaction;
}

/** Returns a function that registers each value once. */
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

/** Returns a function that redacts our secrets, and likely ones, for a destination. */
export function hiderInto(
  { into }: Redaction,
  sink: Sink,
): (text: string, name?: string) => string {
  const redactText = into(sink, usualRules);
  return (text, name) => redactText(text, name).text;
}

/**
 * Redacts our own secrets in tool definitions, which a server could leak there and the lock would
 * store. Other text stays, since a description may show an example token.
 */
export function hiderOfDefinitions({
  into,
}: Redaction): (tools: readonly JsonValue[]) => readonly JsonValue[] {
  const hideOurs = into("definitions", onlyOurs);
  return (tools) => cleanItems(tools, (text) => hideOurs(text).text);
}

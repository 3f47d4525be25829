import type { JsonValue } from "@toolcourt/sdk";
import { cleanItems } from "../boundary/cleaning/clean-value.ts";
import {
  defaultRules,
  ownSecretsOnly,
  Redaction,
  type Sink,
} from "../boundary/redaction/redaction.ts";
import type { SecretRegistry } from "../boundary/redaction/secret-registry.ts";
import type { Config } from "../config/config.ts";
import { secretsOfNotify } from "../config/notify.ts";
import type { IncomingCall } from "../pipeline/call.ts";
import type { Stages } from "../pipeline/pipeline.ts";
import {
  plainDigitsIn,
  secretsIn,
  secretsOfEgress,
  secretsOfHeaders,
  secretsOfLogin,
  secretsOfModel,
  secretsOfServers,
  secretsOfStores,
} from "./secrets-in.ts";

/** Generated ids. Scanning them for secrets would only cost time. */
const ids = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Redacts the configured credentials for the lifetime of the process. */
export function openRedaction(config: Config): Redaction {
  const redaction = new Redaction();
  holdSecretsOf(config, redaction);
  return redaction;
}

/** Redacts the credentials of a configuration from now on, besides those that are held already. */
export function holdSecretsOf(config: Config, { registry }: Pick<Redaction, "registry">): void {
  const { toolbox, egress, authority, telemetry, host, console, secrets = [] } = config;
  const transports = toolbox.servers.flatMap(({ transport }) =>
    transport.kind === "http_tools" ? [] : [transport],
  );
  const plainDigits = plainDigitsIn(transports);
  const values = [
    ...secretsIn(transports),
    ...secrets,
    ...toolbox.servers.flatMap(({ context }) => context?.key ?? []),
    ...secretsOfEgress(egress),
    ...secretsOfStores(authority.stores),
    ...secretsOfHeaders(telemetry.otlp?.headers ?? {}),
    ...secretsOfReceivers(authority),
    ...secretsOfModel(host),
    ...secretsOfLogin(console),
  ];
  for (const value of values) {
    if (plainDigits.has(value)) registry.holdText(value);
    else registry.holdValue(value);
  }
  for (const secret of secretsOfServers(transports)) registry.hold(secret);
}

/** Returns the secrets of receivers of the audit log and of notices. */
function secretsOfReceivers({ audit, approvals }: Config["authority"]): readonly string[] {
  const { push = [] } = audit;
  const { notify = [] } = approvals;
  const headers = [...push, ...notify].flatMap((each) => secretsOfHeaders(each.headers));
  return [...headers, ...notify.flatMap(secretsOfNotify)];
}

/** Returns a function that registers each value once. */
export function holdOnce(registry: SecretRegistry): (value: string) => void {
  const held = new Set<string>();
  return (value) => {
    if (held.has(value)) return;
    held.add(value);
    registry.holdValue(value);
  };
}

/** Returns a function that redacts our secrets, and likely ones, for a destination. */
export function redactorInto(
  { into }: Redaction,
  sink: Sink,
): (text: string, name?: string) => string {
  const redactText = into(sink, defaultRules);
  return (text, name) => redactText(text, name).text;
}

/**
 * Redacts our own secrets in tool definitions, which a server could leak there and the lock would
 * store. Other text stays, since a description may show an example token.
 */
export function redactorOfDefinitions({
  into,
}: Redaction): (tools: readonly JsonValue[]) => readonly JsonValue[] {
  const hideOurs = into("definitions", ownSecretsOnly);
  return (tools) => cleanItems(tools, (text) => hideOurs(text).text);
}

/**
 * Redacts secrets in caller-supplied text before it is recorded: agent name, unknown tool, own ids.
 * All other recorded fields are trusted, or digests.
 */
export function redactInRecords(
  record: Stages["record"],
  hide: (text: string) => string,
): Stages["record"] {
  const shown = exceptIds(hide);
  return (call) => record(withoutSecrets(call, shown));
}

/** Skips texts with the form of our own ids, which need no search for secrets. */
export function exceptIds(hide: (text: string) => string): (text: string) => string {
  return (text) => (ids.test(text) ? text : hide(text));
}

function withoutSecrets(call: IncomingCall, hide: (text: string) => string): IncomingCall {
  const { tool, correlationId, traceId, queryId, agent, relayed } = call;
  const subject = relayed?.subject.name ?? "";
  const texts = [tool, correlationId, traceId, agent.name, agent.version, queryId ?? "", subject];
  if (texts.every((text) => hide(text) === text)) return call;
  return {
    ...call,
    tool: hide(tool),
    correlationId: hide(correlationId),
    traceId: hide(traceId),
    agent: { name: hide(agent.name), version: hide(agent.version) },
    ...(queryId !== undefined && { queryId: hide(queryId) }),
    ...(relayed && {
      relayed: { ...relayed, subject: { ...relayed.subject, name: hide(subject) } },
    }),
  };
}

import type { StandardSchemaV1 } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { capabilitiesKey, logLevelKey } from "../protocol/era.ts";
import { withHandled } from "../protocol/extensions.ts";
import { isAtLeast, isLevel, type Level } from "../upstreams/notifications.ts";
import type { CallerChannel, Resumption } from "../upstreams/upstream.ts";
import { type Client, jsonOf, type McpRequest } from "./protocol-server.ts";

/** Declarations of a client that keeps a session: its capabilities and log level. */
export interface ClientDeclarations {
  readonly capabilities: () => JsonObject | undefined;
  readonly logLevel: () => Level | undefined;
  /** Called with each extension of the client that is not handled. Default: not reported. */
  readonly unknownExtension?: ((extension: string) => void) | undefined;
}

/** Long, because people answer. Aborting the call also ends the wait. */
const answerWithinMs = 600_000;

/**
 * Returns the channel back to the sender while its request is pending. A legacy client without a
 * session cannot be asked.
 */
export function callerChannelOf(
  request: McpRequest,
  client: Client,
  declared: ClientDeclarations,
): CallerChannel {
  const { capabilities, level } =
    client.era === "modern" ? declaredIn(request) : declaredBefore(declared);
  const onProgress = progressTo(request);
  return {
    capabilities: withHandled(capabilities ?? {}, client.era, declared.unknownExtension),
    ...(client.era === "legacy" && client.stays && { ask: askOf(request) }),
    ...(onProgress !== undefined && { onProgress }),
    ...(isLevel(level) && { log: logTo(request, level) }),
  };
}

interface Declared {
  readonly capabilities: JsonObject | undefined;
  readonly level: JsonValue | undefined;
}

function declaredIn(request: McpRequest): Declared {
  const envelope = jsonOf(request.envelope) ?? {};
  return {
    capabilities: jsonOf(own(envelope, capabilitiesKey)),
    level: own(envelope, logLevelKey),
  };
}

function declaredBefore({ capabilities, logLevel }: ClientDeclarations): Declared {
  return { capabilities: capabilities(), level: logLevel() };
}

/** Returns the answers to earlier questions with their request state, as received. */
export function resumptionOf(request: McpRequest): Resumption | undefined {
  const inputResponses = jsonOf(request.inputResponses);
  const requestState: unknown = request.requestState();
  if (inputResponses === undefined && typeof requestState !== "string") return undefined;
  return {
    ...(inputResponses !== undefined && { inputResponses }),
    ...(typeof requestState === "string" && { requestState }),
  };
}

/** Accepts any object: the server that asked validates the answer. */
const anyObject: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "toolcourt",
    validate: (value) =>
      isJsonObject(value) ? { value } : { issues: [{ message: "The answer is no object." }] },
  },
};

function askOf(request: McpRequest): NonNullable<CallerChannel["ask"]> {
  return ({ method, params }, signal) =>
    request.send({ method, params }, anyObject, { signal, timeout: answerWithinMs });
}

/** Returns a progress sink, or undefined if the caller sent no progress token. */
function progressTo(request: McpRequest): CallerChannel["onProgress"] {
  const progressToken = request._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) => {
    const params = { ...progress, progressToken };
    // The caller may have disconnected, so a failed send is ignored.
    void request.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

function logTo(request: McpRequest, minLevel: Level): NonNullable<CallerChannel["log"]> {
  return {
    level: minLevel,
    onMessage: ({ level, ...message }) => {
      if (!isLevel(level) || !isAtLeast(level, minLevel)) return;
      const params = { level, ...message };
      void request.notify({ method: "notifications/message", params }).catch(() => undefined);
    },
  };
}

import type { AuthInfo, RequestMethod } from "@modelcontextprotocol/server";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Traces } from "../pipeline/trace-calls.ts";
import type { RelayRequest, Relays } from "../relays/relays.ts";
import { type ClientDeclarations, callerChannelOf, resumptionOf } from "./caller-channel.ts";
import type { EndWish, Following } from "./following.ts";
import { traceRequest } from "./incoming-call.ts";
import {
  answerTo,
  type Client,
  jsonOf,
  type McpRequest,
  type ProtocolServer,
} from "./protocol-server.ts";

export interface Relaying {
  readonly relays: Relays;
  /** Returns the relays that the sender of a request may use. */
  readonly relaysTo: (authInfo: AuthInfo | undefined) => Relays;
  readonly client: Client;
  readonly declared: ClientDeclarations;
  /** Resource subscriptions of this client. Undefined for a client without a session. */
  readonly following: Following | undefined;
  /** Returns a signal that aborts when the client cancels the request or we close. */
  readonly signalOf: (request: McpRequest) => AbortSignal;
  readonly traces: Traces | undefined;
}

/**
 * Registers handlers for everything but tools that the servers offer. Lists are not paged, so no
 * cursor is ours.
 */
export function answerRelayed(server: ProtocolServer, relaying: Relaying): void {
  const there = relaying.relays.offered();
  if (there.has("resources")) answerResources(server, relaying);
  if (there.has("prompts")) answerPrompts(server, relaying);
  if (there.has("completions")) {
    answerTraced(server, { method: "completion/complete", relaying }, (asked, signal, relays) =>
      relays.complete(asked, signal),
    );
  }
}

function answerResources(server: ProtocolServer, relaying: Relaying): void {
  const { relaysTo, following } = relaying;
  answerTraced(server, { method: "resources/list", relaying }, async (_, signal, relays) => ({
    resources: await relays.listResources(signal),
  }));
  answerTraced(
    server,
    { method: "resources/templates/list", relaying },
    async (_, signal, relays) => ({
      resourceTemplates: await relays.listTemplates(signal),
    }),
  );
  answerTraced(server, { method: "resources/read", relaying }, (asked, signal, relays) =>
    relays.readResource(asked, signal),
  );
  if (following !== undefined && relaying.client.era === "legacy") {
    answerSubscriptions(server, following, relaysTo);
  }
}

function answerSubscriptions(
  server: ProtocolServer,
  following: Following,
  relaysTo: Relaying["relaysTo"],
): void {
  const subscribed = new Map<string, EndWish>();
  answerTo(server, "resources/subscribe", async (params, _, authInfo) => {
    const uri = uriIn(params);
    const end = await following.add(uri, relaysTo(authInfo));
    const before = subscribed.get(uri);
    subscribed.set(uri, end);
    // A second subscribe replaces the first, so one unsubscribe is enough.
    await before?.();
    return {};
  });
  answerTo(server, "resources/unsubscribe", async (params) => {
    const uri = uriIn(params);
    const end = subscribed.get(uri);
    subscribed.delete(uri);
    await end?.();
    return {};
  });
}

function answerPrompts(server: ProtocolServer, relaying: Relaying): void {
  answerTraced(server, { method: "prompts/list", relaying }, async (_, signal, relays) => ({
    prompts: await relays.listPrompts(signal),
  }));
  answerTraced(server, { method: "prompts/get", relaying }, (asked, signal, relays) =>
    relays.getPrompt(asked, signal),
  );
}

type AnswerRelayed = (
  asked: RelayRequest,
  signal: AbortSignal,
  /** Limited to what the sender may use. */
  relays: Relays,
) => Promise<JsonObject>;

/** Registers a method's handler and traces its requests if tracing is on. */
function answerTraced(
  server: ProtocolServer,
  { method, relaying }: { readonly method: RequestMethod; readonly relaying: Relaying },
  answer: AnswerRelayed,
): void {
  const { traces, relaysTo, signalOf } = relaying;
  answerTo(server, method, (params, request, authInfo) =>
    traceRequest({ method, meta: jsonOf(request._meta) }, traces, (trace) => {
      const asked = { ...asReceived(params, request, relaying), ...(trace && { trace }) };
      return answer(asked, signalOf(request), relaysTo(authInfo));
    }),
  );
}

/** Puts the answers to questions back into the parameters. The SDK has stripped them. */
function asReceived(
  params: JsonObject,
  request: McpRequest,
  { client, declared }: Relaying,
): RelayRequest {
  return {
    params: { ...params, ...resumptionOf(request) },
    channel: callerChannelOf(request, client, declared),
  };
}

function uriIn(params: JsonObject): string {
  const uri: JsonValue | undefined = own(params, "uri");
  if (typeof uri === "string") return uri;
  throw new Refusal("resource-unknown", { uri: "" });
}

/** Returns the resource URIs in a modern client's listen request. */
export function wantedBy(message: JsonObject): readonly string[] {
  const params = own(message, "params");
  const filter = isJsonObject(params) ? own(params, "notifications") : undefined;
  const uris = isJsonObject(filter) ? own(filter, "resourceSubscriptions") : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

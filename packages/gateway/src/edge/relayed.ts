import type { AuthInfo, RequestMethod } from "@modelcontextprotocol/server";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import { type Agent, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { RelayRequest, Relays } from "../relays/relays.ts";
import { type ClientDeclarations, callerChannelOf, resumptionOf } from "./caller-channel.ts";
import type { PrincipalOf } from "./callers.ts";
import type { GatewayApi } from "./entrance.ts";
import type { EndWish, Follow, Following } from "./following.ts";
import { relayRequestOf, traceRequest } from "./incoming-call.ts";
import {
  answerTo,
  type Client,
  jsonOf,
  type McpRequest,
  type ProtocolServer,
} from "./protocol-server.ts";

export interface Relaying extends Pick<Runtime, "newId"> {
  readonly gateway: GatewayApi;
  readonly principalOf: PrincipalOf;
  readonly client: Client;
  readonly declared: ClientDeclarations;
  /** Resource subscriptions of this client. Undefined for a client without a session. */
  readonly following: Following | undefined;
  /** Aborts when we close. */
  readonly closing: AbortSignal;
  /** Returns the client's name from a legacy handshake. */
  readonly greeted: () => Partial<Agent> | undefined;
}

/** Returns the relays that the sender of a request may use. */
function relaysTo({ gateway, principalOf }: Relaying, authInfo: AuthInfo | undefined): Relays {
  return gateway.relaysFor(principalOf(authInfo));
}

/**
 * Registers handlers for everything but tools that the servers offer. Lists are not paged, so no
 * cursor is ours.
 */
export function answerRelayed(server: ProtocolServer, relaying: Relaying): void {
  const there = relaying.gateway.relays.offered();
  if (there.has("resources")) answerResources(server, relaying);
  if (there.has("prompts")) answerPrompts(server, relaying);
  if (there.has("completions")) {
    answerTraced(server, { method: "completion/complete", relaying }, (asked, signal, relays) =>
      relays.complete(asked, signal),
    );
  }
}

function answerResources(server: ProtocolServer, relaying: Relaying): void {
  const { following } = relaying;
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
    answerSubscriptions(server, following, relaying);
  }
}

function answerSubscriptions(
  server: ProtocolServer,
  following: Following,
  relaying: Relaying,
): void {
  const subscribed = new Map<string, EndWish>();
  answerTo(server, "resources/subscribe", async (params, request, authInfo) => {
    const uri = uriIn(params);
    const asked = asReceived({ uri }, request, relaying);
    const relays = relaysTo(relaying, authInfo);
    const follow: Follow["follow"] = (_uri, changed) => relays.follow(asked, changed);
    const end = await following.add(uri, { follow });
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
  const { gateway, closing } = relaying;
  answerTo(server, method, (params, request, authInfo) =>
    traceRequest({ method, meta: jsonOf(request._meta) }, gateway.traces, (trace) => {
      const asked = asReceived(params, request, { ...relaying, trace });
      const signal = AbortSignal.any([request.signal, closing]);
      return answer(asked, signal, relaysTo(relaying, authInfo));
    }),
  );
}

/** Puts the answers to questions back into the parameters. The SDK has stripped them. */
function asReceived(
  params: JsonObject,
  request: McpRequest,
  { client, declared, greeted, newId, trace }: Relaying & { readonly trace?: Trace },
): RelayRequest {
  const asked = {
    params: { ...params, ...resumptionOf(request) },
    meta: jsonOf(request._meta),
    envelope: jsonOf(request.envelope),
    greeted: greeted(),
    channel: callerChannelOf(request, client, declared),
    ...(trace && { trace }),
  };
  return relayRequestOf(asked, newId);
}

type Trace = TraceContext | undefined;

function uriIn(params: JsonObject): string {
  const uri: JsonValue | undefined = own(params, "uri");
  if (typeof uri === "string") return uri;
  throw new Refusal("resource-unknown", { uri: "" });
}

/** Returns the access of a modern client's listen request, each resource with a record. */
export function followBy(
  message: JsonObject,
  { follow }: Pick<Relays, "follow">,
  newId: () => string,
): Follow {
  const params = own(message, "params");
  const meta = isJsonObject(params) ? own(params, "_meta") : undefined;
  const sender = { meta, envelope: meta, greeted: undefined };
  return {
    follow: (uri, changed) =>
      follow(relayRequestOf({ ...sender, params: { uri } }, newId), changed),
  };
}

/** Returns the resource URIs in a modern client's listen request. */
export function wantedBy(message: JsonObject): readonly string[] {
  const params = own(message, "params");
  const filter = isJsonObject(params) ? own(params, "notifications") : undefined;
  const uris = isJsonObject(filter) ? own(filter, "resourceSubscriptions") : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

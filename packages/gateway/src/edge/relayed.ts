import type { AuthInfo, RequestMethod } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { Refusal } from "../foundation/errors/refusal.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import type { RelayRequest, Relays } from "../relays/relays.ts";
import type { EndWish, Following } from "./following.ts";
import {
  answerTo,
  type Client,
  jsonOf,
  type McpRequest,
  type ProtocolServer,
} from "./protocol-server.ts";
import { reachOf, resumptionOf, type Said } from "./reach.ts";
import { traceRequest } from "./trace-request.ts";

export interface Relaying {
  readonly relays: Relays;
  /** What of it the sender of a request may have. */
  readonly relaysTo: (mark: AuthInfo | undefined) => Relays;
  readonly client: Client;
  readonly said: Said;
  /** What this client wants to hear of. Absent where it does not stay. */
  readonly following: Following | undefined;
  /** Aborts a request when its client gives up, or when we close. */
  readonly signalOf: (request: McpRequest) => AbortSignal;
  readonly traces: Traces | undefined;
}

/** Answers for what is no tool, as far as there is any. Lists come whole, so a cursor is never one of ours. */
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
  answerTo(server, "resources/subscribe", async (params, _, mark) => {
    const uri = uriIn(params);
    const end = await following.add(uri, relaysTo(mark));
    const before = subscribed.get(uri);
    subscribed.set(uri, end);
    // Whoever subscribes twice still leaves with one word.
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
  /** Those that the sender may have. */
  relays: Relays,
) => Promise<JsonObject>;

/** Has a method answered, and the requests recorded that are to be. */
function answerTraced(
  server: ProtocolServer,
  { method, relaying }: { readonly method: RequestMethod; readonly relaying: Relaying },
  answer: AnswerRelayed,
): void {
  const { traces, relaysTo, signalOf } = relaying;
  answerTo(server, method, (params, request, mark) =>
    traceRequest({ method, meta: jsonOf(request._meta) }, traces, (trace) => {
      const asked = { ...asReceived(params, request, relaying), ...(trace && { trace }) };
      return answer(asked, signalOf(request), relaysTo(mark));
    }),
  );
}

/** The parameters with the answers to questions back in their place, from which the SDK has taken them. */
function asReceived(
  params: JsonObject,
  request: McpRequest,
  { client, said }: Relaying,
): RelayRequest {
  return {
    params: { ...params, ...resumptionOf(request) },
    reach: reachOf(request, client, said),
  };
}

function uriIn(params: JsonObject): string {
  const uri: JsonValue | undefined = own(params, "uri");
  if (typeof uri === "string") return uri;
  throw new Refusal("resource-unknown", { uri: "" });
}

/** The resources that a modern client wants to hear of, by its request to listen. */
export function wantedBy(message: JsonObject): readonly string[] {
  const params = own(message, "params");
  const filter = isJsonObject(params) ? own(params, "notifications") : undefined;
  const uris = isJsonObject(filter) ? own(filter, "resourceSubscriptions") : undefined;
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}

import type { AuthInfo } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { Refusal } from "../errors/refusal.ts";
import type { RelayRequest, Relays } from "../relays/relays.ts";
import type { EndWish, Following } from "./following.ts";
import { answerTo, type Client, type McpRequest, type ProtocolServer } from "./protocol-server.ts";
import { reachOf, resumptionOf, type Said } from "./reach.ts";

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
}

/** Answers for what is no tool, as far as there is any. Lists come whole, so a cursor is never one of ours. */
export function answerRelayed(server: ProtocolServer, relaying: Relaying): void {
  const there = relaying.relays.offered();
  if (there.has("resources")) answerResources(server, relaying);
  if (there.has("prompts")) answerPrompts(server, relaying);
  if (there.has("completions")) {
    answerTo(server, "completion/complete", (params, request, mark) =>
      relaying
        .relaysTo(mark)
        .complete(asReceived(params, request, relaying), relaying.signalOf(request)),
    );
  }
}

function answerResources(server: ProtocolServer, relaying: Relaying): void {
  const { relaysTo, following, signalOf } = relaying;
  answerTo(server, "resources/list", async (_, request, mark) => ({
    resources: await relaysTo(mark).listResources(signalOf(request)),
  }));
  answerTo(server, "resources/templates/list", async (_, request, mark) => ({
    resourceTemplates: await relaysTo(mark).listTemplates(signalOf(request)),
  }));
  answerTo(server, "resources/read", (params, request, mark) =>
    relaysTo(mark).readResource(asReceived(params, request, relaying), signalOf(request)),
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
  const { relaysTo, signalOf } = relaying;
  answerTo(server, "prompts/list", async (_, request, mark) => ({
    prompts: await relaysTo(mark).listPrompts(signalOf(request)),
  }));
  answerTo(server, "prompts/get", (params, request, mark) =>
    relaysTo(mark).getPrompt(asReceived(params, request, relaying), signalOf(request)),
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

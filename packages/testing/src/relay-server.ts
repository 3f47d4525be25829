import { signalOf } from "@toolcourt/contracts/internal/kernel/cancellation";
import type { RelayListeners, RelayServer } from "@toolcourt/gateway/internal/relays/relays";
import {
  UpstreamError,
  type UpstreamRequest,
} from "@toolcourt/gateway/internal/upstreams/upstream";
import type { JsonObject } from "@toolcourt/sdk";

type Answer = JsonObject | ((params: JsonObject, signal: AbortSignal) => Promise<JsonObject>);

export interface FakeRelayServer {
  readonly server: RelayServer;
  /** Received requests, in order. */
  readonly asked: readonly UpstreamRequest[];
  /** Watched resources of each watch request, in order. */
  readonly watched: readonly (readonly string[])[];
  /** Notifies the listeners. */
  readonly notify: RelayListeners;
}

export interface SaidOfServer extends Partial<Omit<RelayServer, "upstream" | "listen">> {
  readonly era?: "modern" | "legacy";
  readonly capabilities?: () => JsonObject;
  readonly watch?: (uris: readonly string[]) => Promise<void>;
}

const everything = { resources: { subscribe: true }, prompts: {}, completions: {} };

/** Creates a server with scripted answers per method. Other methods are unknown. */
export function fakeRelayServer(
  answers: Readonly<Record<string, Answer>>,
  { era = "modern", capabilities = () => everything, watch, ...said }: SaidOfServer = {},
): FakeRelayServer {
  const asked: UpstreamRequest[] = [];
  const watched: (readonly string[])[] = [];
  let listeners: RelayListeners | undefined;
  const request: RelayServer["upstream"]["request"] = async (given, signal) => {
    asked.push(given);
    const answer = answers[given.method];
    if (answer === undefined) throw new UpstreamError({ kind: "rpc", code: -32_601 });
    return typeof answer === "function" ? answer(given.params, signalOf(signal)) : answer;
  };
  const watchResources: RelayServer["upstream"]["watchResources"] = async (uris) => {
    watched.push(uris);
    await watch?.(uris);
  };
  const server: RelayServer = {
    name: "one",
    mode: "dynamic",
    upstream: { era, request, capabilities, watchResources },
    resources: "all",
    prompts: "all",
    allowedRequests: ["elicitation"],
    ...said,
    listen: (given) => {
      listeners = given;
    },
  };
  return {
    server,
    asked,
    watched,
    notify: {
      changed: (what) => listeners?.changed(what),
      resourceUpdated: (uri) => listeners?.resourceUpdated(uri),
    },
  };
}

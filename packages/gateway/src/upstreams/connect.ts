import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/client";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { Era } from "../protocol/era.ts";
import { agreedOn, handledIn, statedBy } from "../protocol/extensions.ts";
import {
  type Ask,
  type AskDeps,
  createAsk,
  declaredForAll,
  isNotFound,
  listAllTools,
} from "./ask.ts";
import type { Connection, UpstreamDeps } from "./connection.ts";
import { followLists, forwardChanges, watchOneByOne, watchTogether } from "./follow-changes.ts";
import { ParamHeaders } from "./param-headers.ts";
import { Questions } from "./questions.ts";
import type { ResponseMatcher } from "./response-matcher.ts";
import { askForLegacyTask, askForTask, askingLegacy, takesTasksIn } from "./tasks.ts";
import { toUpstreamError } from "./to-upstream-error.ts";
import { askings, type Upstream, UpstreamError, type UpstreamListeners } from "./upstream.ts";

const self = { name: "toolcourt", version };

// A server that does not answer the era probe in this time counts as legacy (stdio) or unreachable
// (HTTP). It limits only the opening.
const probeTimeoutMs = 10_000;

/** Performs the handshake over a connection. Owns it from here on, even if the handshake fails. */
export async function connectUpstream(
  connection: Connection,
  matcher: ResponseMatcher,
  deps: UpstreamDeps,
): Promise<Upstream> {
  await using stack = new AsyncDisposableStack();
  stack.use(connection);
  const client = createClient(deps);
  const lost = Promise.withResolvers<void>();
  const life = { isGone: false };
  const onclose = (): void => {
    life.isGone = true;
    matcher.failAll(connection.closeReason() ?? new UpstreamError({ kind: "lost" }));
    lost.resolve();
  };
  Object.assign(client, { onclose, onerror: ignore } satisfies Partial<Client>);
  matcher.onQuestion(
    new Questions({
      allowedRequests: deps.allowedRequests ?? [],
      reply: (message) => connection.transport.send(message),
      isModern: () => client.getProtocolEra() === "modern",
    }),
  );
  await handshake(client, connection, deps);

  const era = client.getProtocolEra() ?? "legacy";
  const allowedRequests = deps.allowedRequests ?? askings;
  const negotiated = negotiate(client, era, deps);
  const ask = createAsk({ connection, matcher, era, allowedRequests, life, ...negotiated });
  const following = new AbortController();
  stack.defer(() => client.close());
  stack.defer(() => connection.farewell?.());
  stack.defer(() => following.abort());
  if (era === "modern") void followLists(client, deps, following.signal);

  const owned = stack.move();
  return {
    era,
    ...toolMethods(ask, era, {
      hasHeaders: era === "modern" && connection.transport.hasPerRequestStream === true,
      hasTools: Object.hasOwn(capabilitiesOf(client), "tools"),
      dropped: deps.listeners.dropped,
      maxTools: deps.maxTools,
      takesTasks: takesTasksIn(capabilitiesOf(client), era),
    }),
    request: era === "modern" ? ask : askingLegacy(ask),
    capabilities: () => capabilitiesOf(client),
    watchResources: createWatch(client, ask, { ...deps, signal: following.signal }),
    lost: lost.promise,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function createWatch(client: Client, ask: Ask, deps: UpstreamDeps): Upstream["watchResources"] {
  if (client.getServerCapabilities()?.resources?.subscribe !== true) return async () => undefined;
  if (client.getProtocolEra() !== "modern") return watchOneByOne(ask);
  return watchTogether({ ...deps, listen: (filter, signal) => client.listen(filter, { signal }) });
}

interface ToolMethodDeps
  extends Pick<UpstreamListeners, "dropped">,
    Pick<UpstreamDeps, "maxTools"> {
  readonly hasHeaders: boolean;
  /** Whether the server says that it has tools. */
  readonly hasTools: boolean;
  /** Whether the server says that calls may become tasks. */
  readonly takesTasks: boolean;
}

function toolMethods(
  ask: Ask,
  era: Era,
  { hasHeaders, hasTools, dropped, maxTools, takesTasks }: ToolMethodDeps,
): Pick<Upstream, "listTools" | "callTool"> {
  const mirrored = new ParamHeaders();
  return {
    listTools: async (signal) => {
      const askPage = (params: JsonObject): Promise<JsonObject> =>
        ask({ method: "tools/list", params, isOurs: true }, signal);
      const asking = listAllTools(askPage, maxTools);
      const tools = await asking.catch((error: unknown) => {
        // Some servers have tools and do not say so. One without them need not know the method.
        if (hasTools || !isNotFound(error)) throw error;
        return [];
      });
      if (!hasHeaders) return tools;
      const valid = mirrored.learn(tools);
      const left = tools.filter((tool) => !valid.includes(tool));
      for (const tool of left) dropped?.({ kind: "tool", name: nameOf(tool) });
      return valid;
    },
    callTool: ({ channel, resumption, meta, trace, name, arguments: given, task }, signal) => {
      const headers = mirrored.of(name, given);
      const call = { name, arguments: given, ...(meta && { _meta: meta }) };
      // Only a call that may become a task takes the longer way.
      if (task !== undefined && takesTasks) {
        const asked = { call, resumption, headers, channel, trace, task };
        return (era === "modern" ? askForTask : askForLegacyTask)(ask, asked, signal);
      }
      // The legacy era has no such fields, and a server should get only what it asked for.
      const params =
        era === "modern" && resumption !== undefined ? { ...call, ...resumption } : call;
      return ask({ method: "tools/call", params, headers, channel, trace }, signal);
    },
  };
}

function nameOf(tool: JsonValue): string {
  const name = isJsonObject(tool) ? own(tool, "name") : undefined;
  return typeof name === "string" ? name : "";
}

/** Returns the extensions that a server has, and what it is told about the sender of a request. */
function negotiate(
  client: Client,
  era: Era,
  deps: UpstreamDeps,
): Pick<AskDeps, "extensions" | "meta" | "ourMeta"> {
  const extensions = handledIn(capabilitiesOf(client), era, (name) =>
    deps.listeners.dropped?.({ kind: "extension", name }),
  );
  const ours = agreedOn(own(statedTo(deps), "extensions"), extensions);
  return {
    extensions,
    meta: envelopeOf(client, {}),
    ourMeta: envelopeOf(client, ours === undefined ? {} : { extensions: ours }),
  };
}

/** Returns what the gateway declares for itself, to a legacy server for all later callers. */
function statedTo({ extensions = [] }: UpstreamDeps): JsonObject {
  return extensions.length === 0 ? {} : { extensions: statedBy(extensions) };
}

function createClient(deps: UpstreamDeps): Client {
  const { listeners, allowedRequests = [] } = deps;
  const client = new Client(self, {
    // A server may ask only for declared capabilities.
    capabilities: { ...declaredForAll(allowedRequests), ...statedTo(deps) },
    versionNegotiation: { mode: "auto", probe: { timeoutMs: probeTimeoutMs } },
    inputRequired: { autoFulfill: false },
    // Results bypass this client, so it never validates one.
    jsonSchemaValidator: { getValidator: () => () => neverValid },
  });
  forwardChanges(client, listeners);
  return client;
}

/**
 * Ignores stray messages and failed background streams. Relevant failures reach the pending
 * request.
 */
function ignore(): void {}

const neverValid = {
  valid: false,
  data: undefined,
  errorMessage: "Not validated here.",
} as const;

async function handshake(
  client: Client,
  connection: Connection,
  { memory, signal }: UpstreamDeps,
): Promise<void> {
  const prior = memory.recall();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined);
  const abort = (): void => {
    aborted.reject(new UpstreamError({ kind: "unreachable" }, { cause: signal.reason }));
  };
  signal.addEventListener("abort", abort, { once: true });
  try {
    signal.throwIfAborted();
    const connected = client.connect(connection.transport, { ...(prior && { prior }) });
    await Promise.race([connected, aborted.promise]);
    memory.remember(verdictOf(client));
  } catch (error) {
    memory.forget();
    signal.throwIfAborted();
    throw openingFailed(connection.closeReason() ?? error);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

// Before the handshake ends, no request was sent that could run twice.
function openingFailed(error: unknown): UpstreamError {
  const known = toUpstreamError(error);
  return known.fault.kind === "lost"
    ? new UpstreamError({ kind: "unreachable" }, { cause: error })
    : known;
}

function verdictOf(client: Client): Parameters<UpstreamDeps["memory"]["remember"]>[0] {
  const discover = client.getDiscoverResult();
  return discover === undefined ? { kind: "legacy" } : { kind: "modern", discover };
}

function capabilitiesOf(client: Client): JsonObject {
  const capabilities: unknown = client.getServerCapabilities();
  return isJsonObject(capabilities) ? capabilities : {};
}

/** Returns the sender's envelope of every modern request. */
function envelopeOf(client: Client, capabilities: JsonObject): JsonObject | undefined {
  const protocolVersion = client.getNegotiatedProtocolVersion();
  if (protocolVersion === undefined || client.getProtocolEra() !== "modern") return undefined;
  return {
    [PROTOCOL_VERSION_META_KEY]: protocolVersion,
    [CLIENT_INFO_META_KEY]: self,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  };
}

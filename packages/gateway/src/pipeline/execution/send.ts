import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { TraceContext } from "@toolcourt/contracts/internal/kernel/trace-context";
import type { JsonObject } from "@toolcourt/sdk";
import { type Clean, createCleanText } from "../../boundary/cleaning/clean-value.ts";
import {
  type CallerChannel,
  type Upstream,
  type UpstreamCall,
  UpstreamError,
  type UpstreamRequest,
} from "../../upstreams/upstream.ts";
import type { ApprovedCall, Principal, RelayedRequest } from "../call.ts";
import type { Carrier } from "../carrier.ts";
import type { DeferringDeps } from "../for-tasks.ts";
import { type AskedCaller, guardChannel } from "../guard-channel.ts";
import type { PassContext } from "../pass-context.ts";
import type { Traces } from "../trace-calls.ts";
import { traceSending } from "../trace-sending.ts";
import type { Bounds, Send } from "./attempt.ts";
import { drivenIf, isDriven, taskWishOf } from "./drive-task.ts";
import { type InvokeLocalDeps, invokeLocal } from "./invoke-local.ts";

/** Returns the way to a server for a caller. Undefined if there is none. */
export type UpstreamOf = (
  server: string,
  caller: Principal,
) => Pick<Upstream, "callTool" | "request"> | undefined;

export interface SendDeps extends InvokeLocalDeps {
  readonly upstreamOf: UpstreamOf;
  readonly hideSecrets: (text: string) => string;
  readonly traces?: Traces | undefined;
  /** Receives every question of a server to its caller. Default: off. */
  readonly onAsked?: ((call: ApprovedCall, asked: AskedCaller) => void) | undefined;
  /** Names a call's user, agent and session to its server. Default: to none. */
  readonly passContext?: PassContext | undefined;
  /** How long a server should keep a task. Default: callers get no tasks. */
  readonly tasks?: Pick<DeferringDeps, "ttlMs"> | undefined;
}

/** Dispatches a call to its tool: through a proxy if one asked, otherwise ourselves. */
export function createSend(dependencies: SendDeps): Send {
  const send = createOwnSend(dependencies);
  const { passContext } = dependencies;
  return (call, bounds) =>
    call.carrier === undefined
      ? send(call, bounds)
      : carried(call.carrier, call, { passContext, ...bounds });
}

/** Dispatches a call in our own process, or to a server under the tool's own name. */
function createOwnSend(dependencies: SendDeps): Send {
  const { upstreamOf, hideSecrets, traces, passContext, tasks, clock } = dependencies;
  const cleanText = createCleanText(hideSecrets);
  const guarding = { ...dependencies, clean: (text: string) => cleanText(text).text };

  return (call, bounds) => {
    const { registered, trace } = call;
    const { home, contract } = registered;
    if (home.kind === "local") return invokeLocal(home.tool, call, { ...dependencies, ...bounds });
    const { signal, endsAt } = bounds;
    const { server } = home;
    const upstream = upstreamOf(server, call.principal);
    if (upstream === undefined) return Promise.reject(new UpstreamError({ kind: "unreachable" }));
    const channel = channelTo(call, guarding);
    if (call.relayed !== undefined) {
      const request = { ...call.relayed, channel, server, parent: trace };
      return relay(request, traces, (sending) => upstream.request(sending, signal));
    }
    const outgoing = call.connection.kind === "made" ? call.connection.outgoing : undefined;
    const sent: UpstreamCall = {
      name: contract.name,
      arguments: call.input,
      outgoing,
      endsAt: outgoing && endsAt,
      channel,
      resumption: call.resumption,
      meta: passContext?.(call, server),
      task: taskWishOf(call, tasks),
    };
    const to = drivenIf(isDriven(call), upstream, { clock, channel });
    if (trace === undefined) return to.callTool(sent, signal);
    const sending = { method: "tools/call", target: contract.name, server, parent: trace };
    return traceSending(sending, traces, (context) =>
      to.callTool({ ...sent, trace: context }, signal),
    );
  };
}

interface Carrying extends Bounds {
  readonly passContext: PassContext | undefined;
}

/** Hands a call to the proxy that asked about it, if the contract is that of the proxy's tool. */
function carried(
  { server, tool, carry }: Carrier,
  call: ApprovedCall,
  { passContext, signal }: Carrying,
): Promise<JsonObject> {
  const { home, contract, publicName } = call.registered;
  const isItsOwn = home.kind === "server" && home.server === server && contract.name === tool;
  if (!isItsOwn) throw new Refusal("tool-unknown", { tool: publicName });
  const { input, resumption } = call;
  return carry(
    { name: tool, arguments: input, resumption, meta: passContext?.(call, server) },
    signal,
  );
}

/** Restricts what the server can ask of the caller, and reports what it asks. */
function channelTo(
  call: ApprovedCall,
  { onAsked, clean }: Pick<SendDeps, "onAsked"> & { readonly clean: Clean },
): CallerChannel | undefined {
  const { channel, plan } = call;
  if (channel === undefined) return undefined;
  const terms = { allowedRequests: plan.allowedRequests, clean };
  const asked = onAsked && { onAsked: (what: AskedCaller) => onAsked(call, what) };
  return guardChannel(channel, { ...terms, ...asked });
}

interface Relaying extends RelayedRequest, Pick<UpstreamRequest, "channel"> {
  readonly server: string;
  readonly parent: TraceContext | undefined;
}

/** Sends a request that is no tool call. */
function relay(
  { method, params, subject, channel, server, parent }: Relaying,
  traces: Traces | undefined,
  send: (request: UpstreamRequest) => Promise<JsonObject>,
): Promise<JsonObject> {
  // A URI may hold data of the caller, which does not belong in a trace.
  const target = method === "prompts/get" ? subject.name : "";
  return traceSending({ method, target, server, parent }, traces, (trace) =>
    send({ method, params, channel, trace }),
  );
}

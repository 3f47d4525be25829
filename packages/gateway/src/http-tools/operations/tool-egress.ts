import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { TargetAnswer, TargetRequest, ToolEgress } from "@toolcourt/sdk";
import type { EgressAnswer } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { toRefusal } from "../../boundary/egress/to-refusal.ts";
import type { Outgoing } from "../../upstreams/upstream.ts";
import { type SendingDeps, withCredential } from "./send-operation.ts";

export interface ToolEgressDeps extends Pick<SendingDeps, "egress" | "connections"> {
  /** How a request to this URL would leave. */
  readonly routeOf: (url: string) => TargetRoute;
  /** Removes the secrets that we know: a target may echo a credential. */
  readonly hideSecrets: (text: string) => string;
}

/** `unknown`: no rule allows the origin. `missing`: it needs the API gateway, and none is set. */
export type TargetRoute = "gateway" | "direct" | "missing" | "unknown";

/** The requests of one call. They end with it. */
export interface OpenToolEgress extends Disposable {
  /** Rejects with a `Refusal`. */
  readonly egress: ToolEgress;
}

/** A call that needs more requests has no end. */
const maxRequests = 1_000;

/**
 * Opens the requests of one call of a local tool. Each carries the credential of the call's
 * connection and goes through the API gateway. Without a connection there are none.
 */
export function openToolEgress(
  outgoing: Outgoing,
  deps: ToolEgressDeps,
  signal: AbortSignal,
): OpenToolEgress | undefined {
  const { connection } = outgoing;
  if (connection === undefined) return undefined;
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  let left = maxRequests;
  const request = async (asked: TargetRequest): Promise<TargetAnswer> => {
    left -= 1;
    if (left < 0) throw new Refusal("egress-refused", { tool: outgoing.tool, rule: "requests" });
    try {
      return toAnswer(
        await send(asked, { ...outgoing, connection }, { deps, signal: either }),
        deps,
      );
    } catch (error) {
      throw shownError(error, outgoing);
    }
  };
  return { egress: { request }, [Symbol.dispose]: () => ended.abort() };
}

interface Sending {
  readonly deps: ToolEgressDeps;
  readonly signal: AbortSignal;
}

/** Returns the URL of a request that may be sent. */
function checkedUrl({ url, from }: TargetRequest, { egress, routeOf }: ToolEgressDeps): string {
  const target = from === undefined ? url : egress.nextPage(from, url);
  const route = routeOf(target);
  if (route === "missing") throw new EgressFailure("gateway-missing");
  // Origins that are reached directly are no targets, such as a token endpoint.
  if (route !== "gateway") throw new EgressFailure("host-refused");
  return target;
}

/** POST counts, because many targets take queries by it. */
const methodsOfReading: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "POST"]);

function send(
  asked: TargetRequest,
  outgoing: Outgoing,
  { deps, signal }: Sending,
): Promise<EgressAnswer> {
  signal.throwIfAborted();
  const { method, headers, body } = asked;
  const { ids, circuit, maxRetries, effect } = outgoing;
  const onlyReads = effect === "read";
  // Its callers were promised that nothing changes, and its requests are repeated.
  if (onlyReads && !methodsOfReading.has(method)) throw new EgressFailure("effect-refused");
  return withCredential(deps, outgoing, {
    method,
    url: checkedUrl(asked, deps),
    signal,
    changes: !onlyReads,
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body }),
    ...(ids !== undefined && { ids }),
    ...(circuit !== undefined && { circuit }),
    ...(maxRetries !== undefined && { maxRetries }),
  });
}

/** Headers that a tool may need. Others may carry cookies or challenges. */
const passed = ["content-type", "etag", "link", "retry-after"];

function toAnswer(
  { status, headers, body, url, isPartial }: EgressAnswer,
  { hideSecrets }: ToolEgressDeps,
): TargetAnswer {
  const shown = passed.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === "string" ? [[name, hideSecrets(value)]] : [];
  });
  return {
    status,
    headers: Object.fromEntries(shown),
    body: hideSecrets(new TextDecoder().decode(body)),
    url,
    isPartial,
  };
}

/** A cancellation, and a refusal of the connection, stay as they are. */
function shownError(error: unknown, { tool, tier, scope, effect }: Outgoing): unknown {
  if (!(error instanceof EgressFailure)) return error;
  return toRefusal(error, {
    tool,
    server: "local",
    effect,
    ...(tier !== undefined && { tier }),
    ...(scope && { scope }),
  });
}

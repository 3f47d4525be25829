import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { CheckedResult, Principal, Question } from "../../pipeline/call.ts";
import type { Resumption } from "../../upstreams/upstream.ts";
import type { GatewayApi } from "../entrance.ts";
import type { GracefulShutdown } from "../graceful-shutdown.ts";
import { incomingCall } from "../incoming-call.ts";
import { CarriedCall } from "./carried-call.ts";
import type { McpRequest, McpResponse, Verdict } from "./definition.ts";
import { forwardedParams, freeResult, isFree, resultText } from "./forwarded.ts";
import { createIdentifyCaller, type IdentifyDeps, isRefused } from "./identify-caller.ts";
import { approvedList, type ProxiedTools } from "./listed-tools.ts";
import { OpenChecks, type Party } from "./open-checks.ts";
import { type JsonReading, readJson, readParams } from "./read-check.ts";
import { type Because, mutated, passed, refusedBy, refusedFor } from "./verdicts.ts";

export interface CheckDeps extends IdentifyDeps, ProxiedTools {
  readonly gateway: Pick<GatewayApi, "callTool" | "listed">;
  readonly clock: Pick<Clock, "monotonic">;
  readonly newId: () => string;
  readonly shutdown: GracefulShutdown;
  /** Receives each check that was refused without a call, so that no record tells of it. */
  readonly refused: (because: Because) => void;
}

/** The answer to a request check. */
export interface RequestVerdict {
  readonly result: Verdict;
  /** What the proxy must send back with the response. Default: nothing. */
  readonly metadata?: { readonly toolcourt_call: string };
}

/** A check, and the fingerprint of the proxy's certificate. */
export interface Asked<Check> {
  readonly check: Check;
  readonly peer: string;
}

/** The key of `metadata_context` under which the proxy sends an id back. */
const callKey = "toolcourt_call" satisfies keyof NonNullable<RequestVerdict["metadata"]>;

/** A call that has passed the strict reading, and is not decided. */
interface Starting {
  readonly params: JsonObject;
  readonly server: string;
  readonly principal: Principal;
}

interface Started {
  readonly carried: CarriedCall;
  readonly outcome: Promise<CheckedResult | Question>;
}

/**
 * Answers the checks of a proxy: the first half of a call when it asks about the request, the second
 * when it reports the response. What is neither a tool nor the handshake is refused: there would be
 * no record of it.
 */
export class Checks {
  readonly #deps: CheckDeps;
  readonly #open: OpenChecks;
  readonly #identify: ReturnType<typeof createIdentifyCaller>;

  constructor(deps: CheckDeps) {
    this.#deps = deps;
    this.#open = new OpenChecks(deps.clock);
    this.#identify = createIdentifyCaller(deps);
  }

  /** `left` aborts when the proxy does not wait any longer. */
  async request(asked: Asked<McpRequest>, left: AbortSignal): Promise<RequestVerdict> {
    const { method } = asked.check;
    if (this.#deps.shutdown.isClosing()) return this.#refuseRequest("stopping");
    if (isFree(method)) return { result: passed };
    if (!isAboutTools(method)) return this.#refuseRequest("method");
    const principal = await this.#identify(asked.check);
    if (isRefused(principal)) return this.#refuseRequest(principal.because);
    if (method === "tools/list") return this.#beginList(asked, principal);
    const starting = this.#read(asked.check, principal);
    return "because" in starting
      ? this.#refuseRequest(starting.because)
      : this.#beginCall(asked, starting, left);
  }

  async response({ check, peer }: Asked<McpResponse>): Promise<Verdict> {
    const { method } = check;
    const reading = readJson(check.mcpResponse);
    if (isFree(method)) return this.#freeResponse(method, reading);
    if (!isAboutTools(method)) return this.#refuse("method");
    const id = callIdIn(check);
    if (id === undefined) return this.#refuse("no-call");
    const found = this.#open.take(id, partyOf(check, peer));
    if (found === undefined) return this.#refuse("unknown-call");
    if (found.kind === "list") return this.#list(check, found.principal, reading);
    found.carried.report(reading);
    try {
      return mutated(resultText(await found.outcome, reading));
    } catch (error) {
      return refusedFor(error);
    }
  }

  #beginList({ check, peer }: Asked<McpRequest>, principal: Principal): RequestVerdict {
    const id = this.#newId();
    this.#open.add(id, partyOf(check, peer), { kind: "list", principal });
    return { result: passed, metadata: { [callKey]: id } };
  }

  #read(
    { serviceNames, method, mcpRequest }: McpRequest,
    principal: Principal,
  ): Starting | { readonly because: Because } {
    const [service, ...others] = serviceNames;
    const server = service === undefined ? undefined : this.#deps.serverOf(service);
    if (server === undefined || others.length > 0) return { because: "service" };
    const params = readParams(method, mcpRequest);
    if (params === undefined) return { because: "unreadable" };
    return this.#open.isFull ? { because: "capacity" } : { params, server, principal };
  }

  async #beginCall(
    { check, peer }: Asked<McpRequest>,
    starting: Starting,
    left: AbortSignal,
  ): Promise<RequestVerdict> {
    const { carried, outcome } = this.#start(starting, left);
    const half = await carried.firstHalf(outcome);
    if (half.kind === "over") return { result: refusedFor(half.error) };
    const id = this.#newId();
    this.#open.add(id, partyOf(check, peer), { kind: "call", carried, outcome });
    const over = (): void => this.#open.delete(id);
    outcome.then(over, over);
    const text = forwardedParams(starting.params, half.call);
    return { result: mutated(text), metadata: { [callKey]: id } };
  }

  /** Starts a call. A proxy that leaves before it may run cancels it, as any other caller. */
  #start({ params, server, principal }: Starting, left: AbortSignal): Started {
    const { gateway, newId, shutdown, toolOf } = this.#deps;
    const name = own(params, "name");
    const tool = typeof name === "string" ? name : "";
    const carried = new CarriedCall(server, tool);
    const meta = own(params, "_meta");
    const resumption = resumptionIn(params);
    const request = { params, meta, envelope: meta, greeted: undefined, resumption, principal };
    const publicName = toolOf(server, tool)?.publicName ?? `${server}/${tool}`;
    const call = { ...incomingCall(request, newId), tool: publicName, carrier: carried.carrier };
    const run = shutdown.begin();
    const outcome = gateway.callTool(call, run);
    const leave = (): void => run.abort(hasLeft);
    const stay = (): void => left.removeEventListener("abort", leave);
    left.addEventListener("abort", leave, { once: true });
    carried.runs.then(stay, stay);
    const ended = (): void => {
      stay();
      shutdown.end(run);
    };
    outcome.then(ended, ended);
    return { carried, outcome };
  }

  #list(check: McpResponse, principal: Principal, reading: JsonReading): Verdict {
    if (reading.kind !== "object") return this.#refuse("unreadable");
    const listed = this.#deps.gateway.listed(principal);
    const approved = approvedList(reading.value, { ...check, listed }, this.#deps);
    return approved === undefined ? this.#refuse("unreadable") : mutated(JSON.stringify(approved));
  }

  #freeResponse(method: string, reading: JsonReading): Verdict {
    return reading.kind === "object"
      ? mutated(JSON.stringify(freeResult(method, reading.value)))
      : this.#refuse("unreadable");
  }

  #refuseRequest(because: Because): RequestVerdict {
    return { result: this.#refuse(because) };
  }

  #refuse(because: Because): Verdict {
    this.#deps.refused(because);
    return refusedBy(because);
  }

  /** An id has 122 random bits. This one must be as hard to guess as that of a session. */
  #newId(): string {
    return `${this.#deps.newId()}${this.#deps.newId()}`;
  }
}

const hasLeft = new Error("The proxy has left.");

function isAboutTools(method: string): method is "tools/call" | "tools/list" {
  return method === "tools/call" || method === "tools/list";
}

function partyOf({ method, serviceNames }: McpRequest | McpResponse, peer: string): Party {
  return { peer, method, services: serviceNames };
}

function callIdIn({ metadataContext }: McpResponse): string | undefined {
  const id = metadataContext?.[callKey];
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Reads answers to questions. A proxy cannot ask any, so the pipeline refuses them. */
function resumptionIn(params: JsonObject): Resumption | undefined {
  const [inputResponses, requestState] = [
    own(params, "inputResponses"),
    own(params, "requestState"),
  ];
  if (inputResponses === undefined && requestState === undefined) return undefined;
  return {
    ...(isJsonObject(inputResponses) && { inputResponses }),
    requestState: typeof requestState === "string" ? requestState : "",
  };
}

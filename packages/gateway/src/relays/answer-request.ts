import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { ApprovedCall, IncomingCall, ResolvedCall } from "../pipeline/call.ts";
import type { CallRecord, Outcome, Stages } from "../pipeline/pipeline.ts";
import type { RelayHome } from "./relay-home.ts";
import type { RelayAccess, RelayItem } from "./relays.ts";
import { type Routed, unknownPrompt, unknownResource } from "./route.ts";

// Each stage adds fields that prove it, as in `pipeline/call.ts`.

/** A request that has arrived. Its record is open. */
export interface RelayCall extends IncomingCall {
  readonly relayed: NonNullable<IncomingCall["relayed"]>;
}

/** A request whose server is known. */
export interface RoutedRelay extends ResolvedCall {
  readonly relayed: RelayCall["relayed"];
  readonly at: RelayHome;
  readonly item: RelayItem;
}

/** A request that a statement of the policy allows. */
export type PermittedRelay = RoutedRelay & ApprovedCall;

/** What differs between the relayed methods. */
export interface RelayAct<Result> {
  readonly route: (call: RelayCall) => Promise<Routed<RelayHome>>;
  /** Sends the request. Its result is checked and cleaned. */
  readonly send: (call: PermittedRelay, signal: AbortSignal) => Promise<Result>;
  /** Returns the outcome for the record. */
  readonly outcomeOf: (result: Result) => Outcome;
}

/** The stages that all relayed requests share. Record, rate and execution are those of calls. */
export interface RelayStages extends Pick<Stages, "record" | "limitRate"> {
  readonly permit: RelayAccess["permit"];
}

/** Wraps a request in its record: nothing is sent unrecorded, nothing ends unrecorded. */
export async function answerRequest<Result>(
  stages: RelayStages,
  act: RelayAct<Result>,
  { call, signal }: { readonly call: RelayCall; readonly signal: AbortSignal },
): Promise<Result> {
  const journey: Journey = { record: stages.record(call), call };
  const ended = await answer(stages, act, { journey, signal }).catch(failed);
  const outcome = "error" in ended ? refused(ended.error) : act.outcomeOf(ended.result);
  await journey.record.closed(journey.call, outcome);
  if ("error" in ended) throw shown(ended.error, call);
  return ended.result;
}

interface Journey {
  readonly record: CallRecord;
  call: RelayCall;
}

type Ended<Result> = { readonly result: Result } | { readonly error: unknown };

/**
 * Runs a request through all stages, top to bottom. To learn what happens to a resource, a prompt
 * or a completion, read this function.
 */
async function answer<Result>(
  stages: RelayStages,
  act: RelayAct<Result>,
  { journey, signal }: { readonly journey: Journey; readonly signal: AbortSignal },
): Promise<Ended<Result>> {
  const routed = reached(journey, toServer(journey.call, await act.route(journey.call)));
  const permitted = reached(journey, permit(stages, routed));
  const counted = stages.limitRate(permitted);
  if (counted !== undefined) await counted;

  await journey.record.durable(permitted);
  return { result: await act.send(permitted, signal) };
}

function reached<Call extends RelayCall>(journey: Journey, call: Call): Call {
  journey.call = call;
  return call;
}

function toServer(call: RelayCall, { home, item }: Routed<RelayHome>): RoutedRelay {
  const registered: RegisteredTool = home.toolFor(call.relayed.method);
  const relayed = { ...call.relayed, params: home.paramsFor(call.relayed.params) };
  return { ...call, relayed, registered, at: home, item };
}

function permit(stages: RelayStages, call: RoutedRelay): PermittedRelay {
  const { principal, item, relayed } = call;
  const args = argumentsIn(relayed.params);
  return {
    ...call,
    permit: { kind: "permitted" },
    input: args,
    grant: stages.permit({ principal, item, method: relayed.method, args }),
    connection: { kind: "not-needed" },
    approval: { kind: "not-needed" },
  };
}

/** Returns the arguments of a prompt, or those of a completion under their names. */
function argumentsIn(params: JsonObject): JsonObject {
  const given = objectIn(params, "arguments");
  const context = objectIn(objectIn(params, "context"), "arguments");
  const argument = objectIn(params, "argument");
  const [name, value] = [own(argument, "name"), own(argument, "value")];
  const completed = typeof name === "string" && value !== undefined ? { [name]: value } : {};
  return { ...given, ...context, ...completed };
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

function failed(error: unknown): { readonly error: unknown } {
  return { error };
}

function refused(error: unknown): Outcome {
  return { kind: "refused", error };
}

/** The record has the reason. To the caller, forbidden looks like unknown. */
function shown(error: unknown, { relayed: { subject } }: RelayCall): unknown {
  if (!hasCode(error, "policy-denied")) return error;
  return subject.kind === "prompt" ? unknownPrompt(subject.name) : unknownResource(subject.name);
}

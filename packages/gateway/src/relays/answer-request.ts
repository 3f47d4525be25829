import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { ApprovedCall, IncomingCall, ResolvedCall } from "../pipeline/call.ts";
import type { Outcome } from "../pipeline/outcome.ts";
import type { CallRecord, Stages } from "../pipeline/pipeline.ts";
import type { ToolPlan } from "../pipeline/plan.ts";
import { isViewUri } from "../protocol/view-addresses.ts";
import { type Held, quarantined } from "./refusal-for.ts";
import type { RelayHome } from "./relay-home.ts";
import { type RelayAccess, type RelayItem, without } from "./relays.ts";
import { unknownPrompt } from "./route.ts";
import { type Routed, unknownResource } from "./route-views.ts";

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
  readonly held?: Held | undefined;
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

/** The stages that all relayed requests share. All but `permit` are those of calls. */
export interface RelayStages
  extends Pick<
    Stages,
    "watchers" | "record" | "recordable" | "limitRate" | "remember" | "noteLinks" | "redactRefusal"
  > {
  readonly permit: RelayAccess["permit"];
  readonly planOf: (tool: RegisteredTool) => ToolPlan;
}

/** Wraps a request in its record: nothing is sent unrecorded, nothing ends unrecorded. */
export async function answerRequest<Result>(
  stages: RelayStages,
  act: RelayAct<Result>,
  { call, signal }: { readonly call: RelayCall; readonly signal: AbortSignal },
): Promise<Result> {
  const begunAt = stages.watchers.opened(call);
  const journey: Journey = { record: stages.record(call), call };
  const ended = await answer(stages, act, { journey, signal }).catch(failed);
  const known = await remembered(stages, act, { journey, ended });
  const closed = await close(journey, known, act);

  const outcome = outcomeOf(closed, act);
  stages.noteLinks(journey.call, outcome);
  stages.watchers.closed(journey.call, outcome, begunAt);
  if ("error" in closed) throw stages.redactRefusal(shown(closed.error, call));
  return closed.result;
}

/** Withholds what cannot be remembered: later calls would be judged without it. */
async function remembered<Result>(
  { remember }: RelayStages,
  act: RelayAct<Result>,
  { journey, ended }: { readonly journey: Journey; readonly ended: Ended<Result> },
): Promise<Ended<Result>> {
  try {
    await remember(journey.call, outcomeOf(ended, act));
    return ended;
  } catch (error) {
    return "error" in ended ? ended : { error };
  }
}

/** Closes the record. A result that cannot be recorded is withheld. */
async function close<Result>(
  { record, call }: Journey,
  ended: Ended<Result>,
  act: RelayAct<Result>,
): Promise<Ended<Result>> {
  try {
    await record.closed(call, outcomeOf(ended, act));
    return ended;
  } catch (error) {
    return { error };
  }
}

function outcomeOf<Result>(ended: Ended<Result>, act: RelayAct<Result>): Outcome {
  return "error" in ended ? { kind: "refused", error: ended.error } : act.outcomeOf(ended.result);
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
  stages.recordable(journey.call);
  const routed = reached(journey, toServer(stages, journey.call, await act.route(journey.call)));
  const permitted = reached(journey, permit(stages, routed));
  refuseHeld(permitted);
  const counted = stages.limitRate(permitted);
  if (counted !== undefined) await counted;

  await journey.record.durable(permitted);
  return { result: await act.send(permitted, signal) };
}

function reached<Call extends RelayCall>(journey: Journey, call: Call): Call {
  journey.call = call;
  return call;
}

function toServer(
  { planOf }: RelayStages,
  call: RelayCall,
  { home, ...found }: Routed<RelayHome>,
): RoutedRelay {
  const registered: RegisteredTool = home.toolFor(call.relayed.method);
  const plan = planOf(registered);
  const given = toAddress(home.paramsFor(call.relayed.params), found.item);
  const params = withoutRepetition(given);
  const relayed = { ...call.relayed, params };
  return { ...call, relayed, registered, plan, at: home, ...found };
}

/** Asks a server for a view by the server's own address. */
function toAddress(params: JsonObject, { kind, name }: RelayItem): JsonObject {
  if (kind !== "resource" || !isViewUri(name)) return params;
  if (Object.hasOwn(params, "uri")) return { ...params, uri: name };
  return { ...params, ref: { ...objectIn(params, "ref"), uri: name } };
}

/** After the permission: a caller without it must not learn that the item exists. */
function refuseHeld({ held, at }: RoutedRelay): void {
  if (held !== undefined) throw quarantined(held, at.server.name);
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
    judged: { kind: "passed" },
    approval: { kind: "not-needed" },
  };
}

/** The policy sees one value of each argument, so the server gets no second one as context. */
function withoutRepetition(params: JsonObject): JsonObject {
  const name = own(objectIn(params, "argument"), "name");
  const context = objectIn(params, "context");
  const given = objectIn(context, "arguments");
  if (typeof name !== "string" || !Object.hasOwn(given, name)) return params;
  return { ...params, context: { ...context, arguments: without(given, name) } };
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

/** The record has the reason. To the caller, forbidden looks like unknown. */
function shown(error: unknown, { relayed: { subject } }: RelayCall): unknown {
  if (!hasCode(error, "policy-denied")) return error;
  return subject.kind === "prompt" ? unknownPrompt(subject.name) : unknownResource(subject.name);
}

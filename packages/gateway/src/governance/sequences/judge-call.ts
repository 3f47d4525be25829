import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { AuthorizedCall, ConnectedCall } from "../../pipeline/call.ts";
import type { Policy } from "../policy/policy.ts";
import type { Decided, Turn } from "./histories.ts";
import type { HistoryBody, PrincipalState, TenantState } from "./history-state.ts";
import { judgeSequence, needsReservation, needsTenantCalls } from "./judge.ts";
import { fingerprinting, madeBy, pastCall, writtenBy } from "./made-call.ts";
import { namedFlowOf } from "./named-flow.ts";
import { noteCall } from "./note-call.ts";
import type { MadeCall } from "./past-calls.ts";
import type { Past } from "./pasts.ts";
import type { Judgement, SequenceQuestion } from "./question.ts";
import type { HeardWords } from "./words.ts";

/** What a question is about. */
export interface Asked {
  readonly call: AuthorizedCall;
  readonly made: MadeCall;
  readonly policy: Policy;
  readonly past: Past;
}

/** A call to judge, with what the person said. */
interface Case extends Asked {
  readonly call: ConnectedCall;
  readonly clock: Pick<Clock, "now">;
  /** Receives the call if its written values are kept before it runs. */
  readonly tainted: Pick<WeakSet<ConnectedCall>, "add">;
}

type Judging = Omit<Case, "made"> & { readonly heard: HeardWords | undefined };

/** Judges a call by the past of its principal. A call that others may count is entered there. */
export async function judgeCall({ heard, ...given }: Judging): Promise<Judgement> {
  const { call, policy, past, clock } = given;
  const judged: Case = { ...given, made: madeBy(call) };
  const tenant = await past.of.refresh(past.tenant);
  return past.of.principals.inOrder(past.principal, async (turn) => {
    if (heard !== undefined) await remind(turn, heard, given);
    const { judgement, state } = needsReservation(policy, judged.made)
      ? await enteredIn(turn, judged, tenant)
      : answerTo(judged, { state: await turn.current(), ofTenant: tenant, now: clock.now() });
    if (judgement.decision.kind === "passed") await taintAhead(judged, state);
    return judgement;
  });
}

interface Answer {
  readonly judgement: Judgement;
  readonly state: PrincipalState;
}

/**
 * Enters the call in its own history, then where the calls of the tenant are counted. Each place is
 * judged as it is entered, or replicas could pass a ceiling together.
 */
async function enteredIn(
  turn: Turn<PrincipalState, HistoryBody>,
  judged: Case,
  tenant: TenantState,
): Promise<Answer> {
  const { past, policy } = judged;
  const own = await turn.decide((state, now) => entered(judged, { state, ofTenant: tenant, now }));
  if (own.judgement.decision.kind === "refused" || !needsTenantCalls(policy)) return own;
  const { state } = own;
  return past.of.tenants.decide(past.tenant, (ofTenant, now) =>
    entered(judged, { state, ofTenant, now }),
  );
}

function entered(judged: Case, asking: Asking): Decided<Answer, HistoryBody> {
  const answer = answerTo(judged, asking);
  const isRefused = answer.judgement.decision.kind === "refused";
  return { body: isRefused ? undefined : beginning(judged, asking.now), answer };
}

/**
 * Taints what a call writes before it runs: another call can read it back while this one still
 * runs, or after its gateway was killed. What needs a person first may never run.
 */
async function taintAhead(judged: Case, state: PrincipalState): Promise<void> {
  const { call, made, past, clock, tainted } = judged;
  const written = writtenBy(call, made, { memory: state.memory, at: clock.now() });
  if (written !== undefined) {
    await past.of.tenants.add(past.tenant, { kind: "ended", origins: [written] });
  }
  tainted.add(call);
}

/** Adds the words of the person, once. */
async function remind(
  turn: Turn<PrincipalState, HistoryBody>,
  { text, origin }: HeardWords,
  { call, clock, past }: Pick<Case, "call" | "clock" | "past">,
): Promise<void> {
  const { fingerprints } = past.of;
  const digest = fingerprints.within(`said:${origin}`, fingerprints.of(text)).toString(36);
  const state = await turn.current();
  if (state.said.has(digest)) return;
  const sighted = { tool: call.tool, call: call.callId, at: clock.now() };
  const origins = state.memory.rememberWords({ text, origin, call: sighted });
  await turn.add({ kind: "said", digest, origins });
}

interface Asking {
  readonly state: PrincipalState;
  readonly ofTenant: TenantState;
  readonly now: number;
}

function answerTo(judged: Case, asking: Asking): Answer {
  const judgement = judgeSequence(judged.policy, questionOf(judged, asking));
  return { judgement, state: asking.state };
}

export function questionOf(
  { call, made, policy, past }: Asked,
  { state, now, ofTenant }: Asking,
): SequenceQuestion {
  const { principal, input: args, connectionName: connection, registered } = call;
  const { memory, calls } = state;
  let values: SequenceQuestion["values"] | undefined;
  return {
    ...made,
    principal,
    args,
    connection,
    now,
    history: {
      calls: calls.before(call.callId),
      ...(needsTenantCalls(policy) && { tenantCalls: ofTenant.calls.all }),
      labels: memory.labels(),
      fingerprint: fingerprinting(past),
    },
    // Most calls are judged by no statement about values.
    get values() {
      values ??= memory.trace(args, namedFlowOf(registered.contract), now);
      return values;
    },
  };
}

function beginning({ call, made, policy, past }: Case, at: number): HistoryBody {
  const { callId, input: args } = call;
  const noted = noteCall(policy, made, { fingerprint: fingerprinting(past), args });
  return { kind: "began", call: pastCall(made, { callId, at, state: "running", noted }) };
}

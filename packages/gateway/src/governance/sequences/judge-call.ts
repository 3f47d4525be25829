import { hash } from "node:crypto";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { ConnectedCall } from "../../pipeline/call.ts";
import type { Policy } from "../policy/policy.ts";
import type { Turn } from "./histories.ts";
import { type PrincipalState, type TenantState, writeBody } from "./history-state.ts";
import { judgeSequence, needsReservation, needsTenantCalls } from "./judge.ts";
import { fingerprinting, madeBy, pastCall } from "./made-call.ts";
import { namedFlowOf } from "./named-flow.ts";
import { noteCall } from "./note-call.ts";
import type { MadeCall } from "./past-calls.ts";
import type { Past } from "./pasts.ts";
import type { Judgement, SequenceQuestion } from "./question.ts";
import type { HeardWords } from "./words.ts";

/** A call to judge, with what the person said. */
interface Case {
  readonly call: ConnectedCall;
  readonly made: MadeCall;
  readonly policy: Policy;
  readonly past: Past;
  readonly clock: Pick<Clock, "now">;
}

type Judging = Omit<Case, "made"> & { readonly heard: HeardWords | undefined };

/** Judges a call by the past of its principal. A call that others may count is entered there. */
export async function judgeCall({ heard, ...given }: Judging): Promise<Judgement> {
  const { call, policy, past, clock } = given;
  const judged: Case = { ...given, made: madeBy(call) };
  const tenant = await past.of.refresh(past.tenant);
  return past.of.principals.inOrder(past.principal, async (turn) => {
    if (heard !== undefined) await remind(turn, heard, given);
    if (!needsReservation(policy, judged.made)) {
      return judgedIn(judged, { state: await turn.current(), ofTenant: tenant, now: clock.now() });
    }
    if (needsTenantCalls(policy)) return enteredInTenant(turn, judged);
    return turn.decide((state, now) => entered(judged, { state, ofTenant: tenant, now }));
  });
}

/** Enters the call where the tenant's calls are counted, then in its own history. */
async function enteredInTenant(turn: Turn<PrincipalState>, judged: Case): Promise<Judgement> {
  const { past, clock } = judged;
  const state = await turn.current();
  const judgement = await past.of.tenants.decide(past.tenant, (ofTenant, now) =>
    entered(judged, { state, ofTenant, now }),
  );
  if (judgement.decision.kind !== "refused") await turn.add(beginning(judged, clock.now()));
  return judgement;
}

function entered(judged: Case, asking: Asking) {
  const answer = judgedIn(judged, asking);
  const isRefused = answer.decision.kind === "refused";
  return { body: isRefused ? undefined : beginning(judged, asking.now), answer };
}

/** Adds the words of the person, once. */
async function remind(
  turn: Turn<PrincipalState>,
  { text, origin }: HeardWords,
  { call, clock }: Pick<Case, "call" | "clock">,
): Promise<void> {
  const digest = hash("sha256", `${origin}\0${text}`, "base64url");
  const state = await turn.current();
  if (state.said.has(digest)) return;
  const sighted = { tool: call.tool, call: call.callId, at: clock.now() };
  const origins = state.memory.rememberWords({ text, origin, call: sighted });
  await turn.add(writeBody({ kind: "said", digest, origins }));
}

interface Asking {
  readonly state: PrincipalState;
  readonly ofTenant: TenantState;
  readonly now: number;
}

function judgedIn(judged: Case, asking: Asking): Judgement {
  return judgeSequence(judged.policy, questionOf(judged, asking));
}

function questionOf(
  { call, made, policy, past }: Case,
  { state, now, ofTenant }: Asking,
): SequenceQuestion {
  const { principal, input: args, connectionName: connection, registered } = call;
  const { memory, calls } = state;
  return {
    ...made,
    principal,
    args,
    connection,
    now,
    history: {
      calls: calls.all,
      ...(needsTenantCalls(policy) && { tenantCalls: ofTenant.calls.all }),
      labels: memory.labels(),
      fingerprint: fingerprinting(past),
    },
    values: memory.trace(args, namedFlowOf(registered.contract), now),
  };
}

function beginning({ call, made, policy, past }: Case, at: number): string {
  const { callId, input: args } = call;
  const noted = noteCall(policy, made, { fingerprint: fingerprinting(past), args });
  const begun = pastCall(made, { callId, at, state: "running", noted });
  return writeBody({ kind: "began", call: begun });
}

import { hash } from "node:crypto";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { canonicalJson, flowOf, isJsonObject, type JsonValue } from "@toolcourt/sdk";
import {
  type AuthorizedCall,
  type ConnectedCall,
  type IncomingCall,
  type Judged,
  type JudgedCall,
  passed,
  setJudged,
} from "../../pipeline/call.ts";
import type { JudgesSequences } from "../../pipeline/stages/unjudged.ts";
import { StoreError } from "../../stores/store-error.ts";
import { reasonText } from "../approvals/reason-text.ts";
import type { CurrentPolicy } from "../policy/open-policy.ts";
import type { Policy } from "../policy/policy.ts";
import type { Turn } from "./histories.ts";
import type { HistoryBody, PrincipalState, TenantState } from "./history-state.ts";
import { judgeSequence, needsReservation, needsTenantCalls } from "./judge.ts";
import { noteCall } from "./note-call.ts";
import { operatorOf } from "./operator-of.ts";
import type { MadeCall } from "./past-calls.ts";
import { openPasts, type Past, type PastsDeps } from "./pasts.ts";
import { createPeekSequence } from "./peek.ts";
import type { Finding, Judgement, PastCall, SequenceQuestion } from "./question.ts";
import { reasonsOf } from "./reasons.ts";
import { type Ending, isMemorable, rememberOutcome } from "./remember.ts";
import { sequencesOf } from "./statements.ts";
import { type HeardWords, hear, type RegisteredHost } from "./words.ts";

export interface SequencesDeps extends Omit<PastsDeps, "operator"> {
  readonly policy: CurrentPolicy;
  readonly hosts: () => readonly RegisteredHost[];
  /** Receives what statements that only observe would have asked or refused. */
  readonly onObserved: (call: IncomingCall, findings: readonly Finding[]) => void;
}

/** Judges calls by what was before them, and remembers what leaves. */
export function openSequences(deps: SequencesDeps): JudgesSequences {
  const { clock, policy: current, onObserved } = deps;
  const pastOf = openPasts({ ...deps, operator: operatorOf(current) });
  return {
    peekSequence: createPeekSequence({ ...deps, pastOf }),
    judgeSequence: (call) => {
      const policy = policyWith(current);
      if (policy !== undefined) return judge(call, policy);
      setJudged(call, passed);
      return call;
    },
    remember: (call, outcome) => {
      const policy = policyWith(current);
      if (policy === undefined) return undefined;
      if (!isMemorable(call, outcome)) return undefined;
      const ending = { call, outcome, policy, clock };
      return remember(ending).catch((error: unknown) =>
        unlessObserved(error, policy, call, outcome.kind !== "refused"),
      );
    },
  };

  async function remember(ending: Omit<Ending, "past">): Promise<void> {
    return rememberOutcome({ ...ending, past: await pastOf(ending.call.principal) });
  }

  async function judge(call: ConnectedCall, policy: Policy): Promise<JudgedCall> {
    try {
      const heard = await heardWith(call, deps);
      const judgement = await judgeAfter(await pastOf(call.principal), {
        call,
        policy,
        heard,
        clock,
      });
      if (judgement.observed.length > 0) onObserved(call, judgement.observed);
      return decided(call, judgement);
    } catch (error) {
      unlessObserved(error, policy, call, false);
      setJudged(call, passed);
      return call;
    }
  }
}

/** Returns the policy if it has statements about sequences. Without any, nothing is remembered. */
export function policyWith(current: CurrentPolicy): Policy | undefined {
  const state = current.state();
  if (state.kind === "unusable") return undefined;
  return sequencesOf(state.policy).all.length === 0 ? undefined : state.policy;
}

/** Refuses if the past is not known, unless all statements only observe. */
export function unlessObserved(
  error: unknown,
  policy: Policy,
  { tool }: IncomingCall,
  mayHaveActed: boolean,
): void {
  if (!(error instanceof StoreError) && !(error instanceof TypeError)) throw error;
  if (sequencesOf(policy).all.every(({ mode }) => mode === "observe")) return;
  throw new Refusal("sequence-unavailable", { tool, mayHaveActed }, { cause: error });
}

export function heardWith(
  { words, principal }: Pick<IncomingCall, "words" | "principal">,
  { hosts, clock }: SequencesDeps,
): Promise<HeardWords | undefined> | undefined {
  return words && hear(words, principal, { hosts: hosts(), clock });
}

export interface Case {
  readonly call: AuthorizedCall;
  readonly policy: Policy;
  readonly heard: HeardWords | undefined;
  readonly clock: SequencesDeps["clock"];
}

async function judgeAfter(past: Past, given: Case): Promise<Judgement> {
  const { principals, tenants, refresh } = past.of;
  const { call, policy, heard, clock } = given;
  const made = madeBy(call);
  const tenant = await refresh(past.tenant);
  const isReserved = needsReservation(policy, made);
  const ask = (state: PrincipalState, now: number, ofTenant: TenantState): Judgement =>
    judgeSequence(policy, questionOf(given, past, { made, state, now, ofTenant }));
  // Nothing is written, so nothing has to wait.
  if (heard === undefined && !isReserved) {
    return ask(await principals.current(past.principal), clock.now(), tenant);
  }
  return principals.inOrder(past.principal, async (turn) => {
    if (heard !== undefined) await remind(turn, heard, { call, at: clock.now() });
    if (!isReserved) {
      return ask(await turn.current(), clock.now(), tenant);
    }
    const begun = (judgement: Judgement, at: number, history: Past["of"]) => ({
      body: judgement.decision.kind === "refused" ? undefined : beginning(given, made, at, history),
      answer: judgement,
    });
    if (!needsTenantCalls(policy)) {
      return turn.decide((state, at) => begun(ask(state, at, tenant), at, past.of));
    }
    const state = await turn.current();
    const judgement = await tenants.decide(past.tenant, (ofTenant, at) =>
      begun(ask(state, at, ofTenant), at, past.of),
    );
    if (judgement.decision.kind !== "refused") {
      await turn.add(beginning(given, made, clock.now(), past.of));
    }
    return judgement;
  });
}

/** Adds the words of the person, once. */
async function remind(
  turn: Turn<PrincipalState, HistoryBody>,
  { text, origin }: HeardWords,
  { call, at }: { readonly call: IncomingCall; readonly at: number },
): Promise<void> {
  const digest = hash("sha256", `${origin}\0${text}`, "base64url");
  const state = await turn.current();
  if (state.said.has(digest)) return;
  const sighted = { tool: call.tool, call: call.callId, at };
  const origins = state.memory.rememberWords({ text, origin, call: sighted });
  await turn.add({ kind: "said", digest, origins });
}

export function madeBy({ registered }: Pick<ConnectedCall, "registered">): MadeCall {
  const { reach } = flowOf(registered.contract);
  return { tool: registered, effect: registered.contract.effect, reach };
}

interface Asking {
  readonly made: MadeCall;
  readonly state: PrincipalState;
  readonly ofTenant: TenantState;
  readonly now: number;
}

export function questionOf(
  { call, policy }: Case,
  past: Past,
  { made, state, now, ofTenant }: Asking,
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
      calls: calls.all,
      ...(needsTenantCalls(policy) && { tenantCalls: ofTenant.calls.all }),
      labels: memory.labels(),
      fingerprint: fingerprinting(past),
    },
    // Most calls are judged by no statement about values.
    get values() {
      values ??= memory.trace(args, flowOf(registered.contract), now);
      return values;
    },
  };
}

/** Names a field of a call in entries. Equal values have equal names, and no name can be read. */
export function fingerprinting({
  of: { fingerprints },
}: {
  readonly of: Pick<Past["of"], "fingerprints">;
}): (key: string, value: unknown) => string {
  return (key, value) =>
    fingerprints.within(`noted:${key}`, fingerprints.of(textOf(value))).toString(36);
}

function textOf(value: unknown): string {
  return isJson(value) ? canonicalJson(value) : String(value);
}

function isJson(value: unknown): value is JsonValue {
  return value === null || typeof value !== "object" || Array.isArray(value) || isJsonObject(value);
}

function beginning(
  { call, policy }: Case,
  made: MadeCall,
  at: number,
  of: Past["of"],
): HistoryBody {
  const { callId, input: args } = call;
  const fingerprint = fingerprinting({ of });
  const noted = noteCall(policy, made, { fingerprint, args });
  return { kind: "began", call: pastCall(made, { callId, at, state: "running", noted }) };
}

export function pastCall(
  { tool, effect, reach }: MadeCall,
  more: Pick<PastCall, "callId" | "at" | "state" | "noted">,
): PastCall {
  const { publicName, contract } = tool;
  return { tool: publicName, server: contract.server, name: contract.name, effect, reach, ...more };
}

function decided(call: ConnectedCall, { decision }: Judgement): JudgedCall {
  setJudged(call, judgedOf(call, decision));
  return call;
}

/** @throws Refusal if no approval could help. */
export function judgedOf(call: IncomingCall, decision: Judgement["decision"]): Judged {
  if (decision.kind === "refused") throw refusalOf(call, decision.findings);
  if (decision.kind === "passed") return passed;
  return { kind: "asks", from: decision.from, reasons: reasonsOf(decision.findings) };
}

function refusalOf({ tool }: IncomingCall, findings: readonly Finding[]): Refusal {
  const statements = [...new Set(findings.map(({ statement }) => statement))];
  const reasons = reasonsOf(findings).map(reasonText);
  return new Refusal("sequence-denied", { tool, statements, reasons });
}

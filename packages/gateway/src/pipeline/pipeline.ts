import { hasCode, type Receipt } from "@toolcourt/contracts/internal/errors/refusal";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import {
  type ApprovedCall,
  type AuthorizedCall,
  beginCall,
  type CheckedResult,
  type ConnectedCall,
  type IncomingCall,
  isQuestion,
  type JudgedCall,
  type PermittedCall,
  type Question,
  type ResolvedCall,
  type ValidatedCall,
} from "./call.ts";
import { ended } from "./end-call.ts";
import { answeredBy, type Ended, refused } from "./ending.ts";
import { underExposedName, withoutHiddenTool } from "./exposed-name.ts";
import { goesOnAsTask } from "./goes-on.ts";
import type { Asked, Outcome, Redactions, Refused, RunEnding } from "./outcome.ts";
import type { ToolPlan } from "./plan.ts";
import { receipted, withReceipt } from "./receipts.ts";
import { assertDeclaredStep, assertWithinOuter } from "./stages/inner-call.ts";
import type { TracedCall } from "./traced-call.ts";
import type { CallWatchers } from "./watch-calls.ts";

/** The record of one call. Once it exists, the call has begun. */
export interface CallRecord {
  /**
   * Await before the tool runs: the intent is then recorded, as durably as the tool's effect
   * demands.
   */
  readonly durable: (call: ApprovedCall) => void | Promise<void>;
  /**
   * Await before the answer is sent. Takes the call as far as it got. Returns a receipt if callers
   * get one.
   */
  readonly closed: (
    call: IncomingCall,
    outcome: Outcome,
  ) => undefined | Promise<Receipt | undefined>;
}

const noRecord: CallRecord = { durable: () => undefined, closed: () => undefined };

/** Records nothing, for gateways without a durable store. */
export const unrecorded: Stages["record"] = () => noRecord;

/**
 * The stages. Each passes a call or throws a `Refusal`. Its input type proves the earlier stages.
 */
export interface Stages {
  /** Finds the named tool in the current snapshot, held or not, if its endpoint offers it. */
  readonly find: (tool: string, endpoint: string | undefined) => ToolPlan | undefined;
  /** Begins the trace of a call. Undefined for a call without one. */
  readonly trace: (call: IncomingCall, tool: ToolPlan | undefined) => TracedCall | undefined;
  readonly watchers: CallWatchers;
  readonly record: (call: IncomingCall) => CallRecord;
  /** Refuses every call while the record cannot be trusted. */
  readonly recordable: (call: IncomingCall) => void;
  readonly resolve: (call: IncomingCall) => ResolvedCall;
  /** Decides without the arguments whether the principal may call the tool at all. */
  readonly permit: (call: ResolvedCall) => PermittedCall;
  readonly queryBudget: {
    readonly taken: (call: PermittedCall) => void | Promise<void>;
    /** The tool has not answered yet, so the query continues. */
    readonly asked: (call: PermittedCall) => void | Promise<void>;
    /** The call waits for approval and may be made again. */
    readonly waits: (call: PermittedCall) => void | Promise<void>;
  };
  /** Returns the same call if there is nothing to check or fill in. */
  readonly prepareArguments: (call: PermittedCall) => PermittedCall;
  readonly validateInput: (call: PermittedCall) => ValidatedCall | Promise<ValidatedCall>;
  /** Resolves the connection that a call names. Returns the same call if it names none. */
  readonly nameConnection: (call: ValidatedCall) => ValidatedCall | Promise<ValidatedCall>;
  readonly authorize: (call: ValidatedCall) => AuthorizedCall;
  readonly limitRate: (call: AuthorizedCall) => void | Promise<void>;
  /** Synchronous for a tool that does not use HTTP egress. */
  readonly connect: (call: AuthorizedCall) => ConnectedCall | Promise<ConnectedCall>;
  /** Judges the call by what its principal did and read before. */
  readonly judgeSequence: (call: ConnectedCall) => JudgedCall | Promise<JudgedCall>;
  /** Remembers what leaves, before it leaves, and frees what the call had reserved. */
  readonly remember: (call: IncomingCall, outcome: Outcome) => void | Promise<void>;
  readonly cache: {
    readonly read: (call: JudgedCall) => CheckedResult | undefined;
    readonly write: (call: ApprovedCall, output: CheckedResult) => void;
  };
  /** Ties a tool's questions to the answers that come with a later call. */
  readonly rounds: {
    /** Refuses answers without a question, before a person is asked to approve them. */
    readonly accept: (call: ConnectedCall) => void;
    /** Restores the tool's own state, unchanged. */
    readonly unseal: (call: ApprovedCall) => ApprovedCall;
    readonly seal: (call: ApprovedCall, question: Question) => Question;
  };
  /** Returns a question if the person at the client has to approve first. */
  readonly approve: (
    call: JudgedCall,
    signal: Cancellation,
  ) => ApprovedCall | Promise<ApprovedCall | Question>;
  /** Resolves to the tool's raw result. */
  readonly run: (call: ApprovedCall, signal: Cancellation) => Promise<unknown>;
  /** Records on the approval how the call that consumed it ended. */
  readonly settle: (call: ApprovedCall, ending: RunEnding) => Promise<void>;
  /** Keeps a call that goes on as a task. Undefined if it does not. */
  readonly defer: (call: ApprovedCall, raw: unknown) => Promise<Question> | undefined;
  /** Returns a task in place of a refusal that may pass. Undefined if there is none. */
  readonly waitAsTask: (
    call: IncomingCall,
    incoming: IncomingCall,
    error: unknown,
  ) => Promise<Question> | undefined;
  /** Returns the tool's request for input. Undefined if it answered. */
  readonly question: (call: ApprovedCall, raw: unknown) => Question | undefined;
  readonly validateOutput: (
    call: ApprovedCall,
    raw: unknown,
  ) => CheckedResult | Promise<CheckedResult>;
  /** Reports a checked result together with what was sent. */
  readonly report: (call: ApprovedCall, raw: unknown, checked: CheckedResult) => void;
  readonly redact: (
    call: ApprovedCall,
    output: CheckedResult,
  ) => { readonly output: CheckedResult; readonly redacted?: Redactions };
  readonly hint: (call: ApprovedCall, output: CheckedResult) => CheckedResult;
  /** Lets a principal read the resources that a recorded result links. */
  readonly noteLinks: (call: IncomingCall, outcome: Outcome) => void;
  /** Redacts secrets in an error before it leaves. */
  readonly redactRefusal: (error: unknown) => unknown;
}

export type CallTool = (
  call: IncomingCall,
  signal: Cancellation,
) => Promise<CheckedResult | Question>;

/** Wraps a call in its record: nothing runs unrecorded, nothing ends unrecorded or unobserved. */
export function createPipeline(stages: Stages): CallTool {
  return async function callTool(incoming, signal) {
    const plan = stages.find(incoming.tool, incoming.endpoint);
    const traced = stages.trace(incoming, plan);
    const call = beginCall(incoming, plan, traced?.context);
    const begunAt = stages.watchers.opened(call);
    const record = stages.record(call);

    const answered = await answer(stages, { call, record, signal }).catch(refused);
    const ending: Soon<Ended> = ended(stages, { call, record }, answered);
    const outcome = ending instanceof Promise ? await ending : ending;

    stages.noteLinks(call, outcome);
    stages.watchers.closed(call, outcome, begunAt);
    traced?.end?.(outcome);
    if (outcome.kind === "refused") return refusing(stages, { call, incoming }, outcome);
    return outcome.receipt === undefined ? outcome.output : receipted(outcome);
  };
}

/** Refuses a call, unless it may wait as a task. */
function refusing(
  stages: Stages,
  { call, incoming }: Readonly<Record<"call" | "incoming", IncomingCall>>,
  outcome: Refused,
): Promise<Question> {
  const waiting = stages.waitAsTask(call, incoming, outcome.error);
  if (waiting !== undefined) return waiting;
  const named = underExposedName(outcome.error, incoming.tool, call.tool);
  throw withReceipt(shownTo(stages, named), outcome);
}

/** A call that has begun. */
interface Begun {
  readonly call: IncomingCall;
  readonly record: CallRecord;
  readonly signal: Cancellation;
}

/**
 * What a stage returns now or later. Stated at each use: TypeScript would take the awaited value of
 * a call that skipped its stage for `any`.
 */
type Soon<Value> = Value | Promise<Value>;

/**
 * Runs a call through all stages, top to bottom. To learn what the gateway does, read this
 * function. Stages that need no store return no promise, and are not awaited.
 */
// oxlint-disable-next-line complexity -- a list without branches, but for the promises it awaits
async function answer(stages: Stages, { call, record, signal }: Begun): Promise<Ended> {
  stages.recordable(call);
  assertDeclaredStep(call);
  const resolved = stages.resolve(call);
  const permitted = stages.permit(resolved);
  assertWithinOuter(permitted);
  const taken = stages.queryBudget.taken(permitted);
  if (taken !== undefined) await taken;

  const prepared = stages.prepareArguments(permitted);
  const valid: Soon<ValidatedCall> = stages.validateInput(prepared);
  const validated = valid instanceof Promise ? await valid : valid;
  const naming: Soon<ValidatedCall> = stages.nameConnection(validated);
  const named = naming instanceof Promise ? await naming : naming;
  const authorized = stages.authorize(named);
  const counted = stages.limitRate(authorized);
  if (counted !== undefined) await counted;
  const leaving: Soon<ConnectedCall> = stages.connect(authorized);
  const connected = leaving instanceof Promise ? await leaving : leaving;

  const judging: Soon<JudgedCall> = stages.judgeSequence(connected);
  const judged = judging instanceof Promise ? await judging : judging;

  const cached = stages.cache.read(judged);
  if (cached !== undefined) return answeredBy(judged, { output: cached, fromCache: true });

  stages.rounds.accept(judged);
  const deciding: Soon<ApprovedCall | Question> = decided(stages, judged, signal);
  const approved = deciding instanceof Promise ? await deciding : deciding;
  if (isQuestion(approved)) return asked(stages, permitted, approved);
  const written = durable(stages, record, approved);
  if (written !== undefined) await written;

  const raw = await ran(stages, approved, signal);
  const deferring = stages.defer(approved, raw);
  if (deferring !== undefined) return deferred(stages, approved, deferring);
  const question = stages.question(approved, raw);
  if (question !== undefined) {
    return asked(stages, permitted, stages.rounds.seal(approved, question));
  }
  const checking: Soon<CheckedResult> = stages.validateOutput(approved, raw);
  const checked = checking instanceof Promise ? await checking : checking;
  stages.report(approved, raw, checked);
  const { output: cleaned, redacted } = stages.redact(approved, checked);
  const output = stages.hint(approved, cleaned);

  stages.cache.write(approved, output);
  return answeredBy(approved, { output, redacted, fromCache: false });
}

/** Answers with a task. A task that cannot be kept is lost, and its approval says so. */
async function deferred(
  { settle }: Stages,
  call: ApprovedCall,
  deferring: Promise<Question>,
): Promise<Asked> {
  const { digest: contract } = call.registered.contract;
  try {
    return { kind: "asked", output: await deferring, contract, isTask: true };
  } catch (error) {
    if (call.approval.kind !== "not-needed") await settle(call, { error });
    throw error;
  }
}

/**
 * Releases the query before the caller gets the question: the answers may go to another gateway.
 */
async function asked(stages: Stages, call: PermittedCall, output: Question): Promise<Asked> {
  await stages.queryBudget.asked(call);
  return { kind: "asked", output, contract: call.registered.contract.digest };
}

/** Decides whether the call may run. One that waits for approval has not run. */
function decided(
  stages: Stages,
  call: JudgedCall,
  signal: Cancellation,
): ApprovedCall | Question | Promise<ApprovedCall | Question> {
  const waits = (error: unknown): Promise<never> => notDecided(stages, call, error);
  try {
    const approval = stages.approve(call, signal);
    return approval instanceof Promise ? approval.catch(waits) : approval;
  } catch (error) {
    return waits(error);
  }
}

/** Releases the query of a call that waits for approval. */
async function notDecided(stages: Stages, call: JudgedCall, error: unknown): Promise<never> {
  if (hasCode(error, "approval-required")) await stages.queryBudget.waits(call);
  throw error;
}

/** Records the intent. A call without a record does not run, and its approval says so. */
function durable(
  { settle }: Stages,
  record: CallRecord,
  approved: ApprovedCall,
): void | Promise<void> {
  const writing = record.durable(approved);
  if (writing === undefined || approved.approval.kind === "not-needed") return writing;
  return writing.catch((error: unknown) => {
    // Not awaited: the store was awaited once already, and the refusal must not wait again.
    void settle(approved, { error });
    throw error;
  });
}

/** Runs the tool, and settles the approval that the call consumed. */
function ran(stages: Stages, approved: ApprovedCall, signal: Cancellation): Promise<unknown> {
  if (approved.approval.kind !== "not-needed") return settled(stages, approved, signal);
  const call = stages.rounds.unseal(approved);
  return stages.run(call, signal);
}

async function settled(
  stages: Stages,
  approved: ApprovedCall,
  signal: Cancellation,
): Promise<unknown> {
  let ending: RunEnding;
  try {
    const call = stages.rounds.unseal(approved);
    ending = { raw: await stages.run(call, signal) };
  } catch (error) {
    ending = { error };
  }
  // A task has not ended yet.
  const isOver = !("raw" in ending && goesOnAsTask(approved, ending.raw));
  if (isOver) await stages.settle(approved, ending);
  if ("error" in ending) throw ending.error;
  return ending.raw;
}

/** Returns the error that leaves. */
export function shownTo(stages: Pick<Stages, "redactRefusal">, error: unknown): unknown {
  return stages.redactRefusal(withoutHiddenTool(error));
}

import { hasCode } from "../foundation/errors/refusal.ts";
import {
  type ApprovedCall,
  type AuthorizedCall,
  type CheckedResult,
  type ConnectedCall,
  type IncomingCall,
  isQuestion,
  type Question,
  type ResolvedCall,
  type ValidatedCall,
} from "./call.ts";

/** What a call comes to when nothing refuses it. */
export interface Answered {
  readonly kind: "answered";
  readonly output: CheckedResult;
  readonly fromCache: boolean;
  /** The digest of the contract that the call was held to. */
  readonly contract: string;
  /** Absent where nothing had to be taken out. */
  readonly redacted?: Redactions;
}

/** What was taken out of an answer. */
export interface Redactions {
  /** Characters that nobody sees. */
  readonly characters: number;
  /** Secrets of ours. */
  readonly secrets: number;
  /** By their kind: secrets of others, and personal data. */
  readonly [kind: string]: number;
}

/** What a call comes to when the tool asks for something first. The answers come with another call. */
export interface Asked {
  readonly kind: "asked";
  readonly output: Question;
  readonly contract: string;
}

export interface Refused {
  readonly kind: "refused";
  readonly error: unknown;
}

export type Outcome = Answered | Asked | Refused;

/** What is written down about one call. It was begun when there is one of these. */
export interface CallRecord {
  /** To be awaited before the tool runs: what the call wants is written down then, as safely as its effect demands. */
  readonly sealed: (call: ApprovedCall) => Promise<void>;
  /** To be awaited before the answer leaves. Takes the call as far as it came. */
  readonly closed: (call: IncomingCall, outcome: Outcome) => Promise<void>;
}

/** Every stage passes a call or throws a `Refusal`. What a stage asks for is the proof of those before it. */
export interface Stages {
  readonly record: (call: IncomingCall) => CallRecord;
  readonly resolve: (call: IncomingCall) => ResolvedCall;
  readonly step: {
    readonly taken: (call: ResolvedCall) => void | Promise<void>;
    /** The tool has not answered yet: the query is not over. */
    readonly asked: (call: ResolvedCall) => void | Promise<void>;
    /** The call waits for somebody's yes and may be made again. */
    readonly waits: (call: ResolvedCall) => void | Promise<void>;
  };
  /** Gives back the same call where nothing has to be looked at or filled in. */
  readonly takeArguments: (call: ResolvedCall) => ResolvedCall;
  readonly validateInput: (call: ResolvedCall) => ValidatedCall | Promise<ValidatedCall>;
  readonly authorize: (call: ValidatedCall) => AuthorizedCall;
  readonly limitRate: (call: AuthorizedCall) => void | Promise<void>;
  /** No promise for a tool that does not leave over HTTP. */
  readonly connect: (call: AuthorizedCall) => ConnectedCall | Promise<ConnectedCall>;
  readonly cache: {
    readonly read: (call: ConnectedCall) => CheckedResult | undefined;
    readonly write: (call: ApprovedCall, output: CheckedResult) => void;
  };
  /** A question where the person at the client has to be asked first. */
  readonly approve: (
    call: ConnectedCall,
    signal: AbortSignal,
  ) => ApprovedCall | Promise<ApprovedCall | Question>;
  /** What the tool returned, as received. */
  readonly run: (call: ApprovedCall, signal: AbortSignal) => Promise<unknown>;
  /** What the tool asks for before it can answer; undefined where it answered. */
  readonly question: (call: ApprovedCall, raw: unknown) => Question | undefined;
  readonly validateOutput: (
    call: ApprovedCall,
    raw: unknown,
  ) => CheckedResult | Promise<CheckedResult>;
  readonly redact: (
    call: ApprovedCall,
    output: CheckedResult,
  ) => { readonly output: CheckedResult; readonly redacted?: Redactions };
  readonly hint: (call: ApprovedCall, output: CheckedResult) => CheckedResult;
}

export type CallTool = (
  call: IncomingCall,
  signal: AbortSignal,
) => Promise<CheckedResult | Question>;

/** Wraps the life of a call in its record: nothing runs unrecorded, nothing ends unrecorded. */
export function createPipeline(stages: Stages): CallTool {
  return async (incoming, signal) => {
    const journey: Journey = { record: stages.record(incoming), call: incoming };
    const outcome = await answer(stages, journey, signal).catch(refused);
    await journey.record.closed(journey.call, outcome);
    if (outcome.kind === "refused") throw outcome.error;
    return outcome.output;
  };
}

/** How far a call came, for its record. */
interface Journey {
  readonly record: CallRecord;
  call: IncomingCall;
}

function reached<Call extends IncomingCall>(journey: Journey, call: Call): Call {
  journey.call = call;
  return call;
}

/** The life of a call, top to bottom. To know what the gateway does, read this function. */
async function answer(stages: Stages, journey: Journey, signal: AbortSignal): Promise<Outcome> {
  const resolved = reached(journey, stages.resolve(journey.call));
  const taken = stages.step.taken(resolved);
  if (taken !== undefined) await taken;
  const validated = await stages.validateInput(stages.takeArguments(resolved));
  const authorized = reached(journey, stages.authorize(validated));
  const counted = stages.limitRate(authorized);
  if (counted !== undefined) await counted;

  const leaving = stages.connect(authorized);
  const connected = reached(journey, leaving instanceof Promise ? await leaving : leaving);

  const contract = resolved.registered.contract.digest;
  const cached = stages.cache.read(connected);
  if (cached !== undefined) return { kind: "answered", output: cached, fromCache: true, contract };

  const approval = await decided(stages, connected, signal);
  if (isQuestion(approval)) return asked(stages, resolved, approval);
  const approved = reached(journey, approval);
  await journey.record.sealed(approved);
  const raw = await stages.run(approved, signal);
  const question = stages.question(approved, raw);
  if (question !== undefined) return asked(stages, resolved, question);
  const checked = await stages.validateOutput(approved, raw);
  const { output: cleaned, redacted } = stages.redact(approved, checked);
  const output = stages.hint(approved, cleaned);

  stages.cache.write(approved, output);
  const answered = { kind: "answered", output, fromCache: false, contract } as const;
  return redacted === undefined ? answered : { ...answered, redacted };
}

/** The query is left before the caller hears the question: the answers may come to another gateway. */
async function asked(stages: Stages, call: ResolvedCall, output: Question): Promise<Asked> {
  await stages.step.asked(call);
  return { kind: "asked", output, contract: call.registered.contract.digest };
}

/** A call that waits for a yes has not run: its query still has its one call. */
async function decided(
  stages: Stages,
  call: ConnectedCall,
  signal: AbortSignal,
): Promise<ApprovedCall | Question> {
  try {
    return await stages.approve(call, signal);
  } catch (error) {
    if (hasCode(error, "approval-required")) await stages.step.waits(call);
    throw error;
  }
}

function refused(error: unknown): Refused {
  return { kind: "refused", error };
}

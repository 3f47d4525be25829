import type {
  ApprovedCall,
  AuthorizedCall,
  CheckedResult,
  IncomingCall,
  Question,
  ResolvedCall,
  ValidatedCall,
} from "./call.ts";

/** What a call comes to when nothing refuses it. */
export interface Answered {
  readonly kind: "answered";
  readonly output: CheckedResult;
  readonly fromCache: boolean;
  /** The digest of the contract that the call was held to. */
  readonly contract: string;
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

/** Every stage passes a call or throws a `Refusal`. What a stage asks for is the proof of those before it. */
export interface Stages {
  readonly record: {
    readonly opened: (call: IncomingCall) => Promise<void> | void;
    readonly closed: (call: IncomingCall, outcome: Outcome) => Promise<void> | void;
  };
  readonly resolve: (call: IncomingCall) => ResolvedCall;
  readonly step: {
    readonly taken: (call: ResolvedCall) => void;
    /** The tool has not answered yet: the query is not over. */
    readonly asked: (call: ResolvedCall) => void;
  };
  readonly validateInput: (call: ResolvedCall) => ValidatedCall | Promise<ValidatedCall>;
  readonly authorize: (call: ValidatedCall) => AuthorizedCall;
  readonly limitRate: (call: AuthorizedCall) => void;
  readonly cache: {
    readonly read: (call: AuthorizedCall) => CheckedResult | undefined;
    readonly write: (call: ApprovedCall, output: CheckedResult) => void;
  };
  readonly approve: (call: AuthorizedCall) => ApprovedCall;
  /** What the tool returned, as received. */
  readonly run: (call: ApprovedCall, signal: AbortSignal) => Promise<unknown>;
  /** What the tool asks for before it can answer; undefined where it answered. */
  readonly question: (call: ApprovedCall, raw: unknown) => Question | undefined;
  readonly validateOutput: (
    call: ApprovedCall,
    raw: unknown,
  ) => CheckedResult | Promise<CheckedResult>;
  readonly redact: (call: ApprovedCall, output: CheckedResult) => CheckedResult;
  readonly hint: (call: ApprovedCall, output: CheckedResult) => CheckedResult;
}

export type CallTool = (
  call: IncomingCall,
  signal: AbortSignal,
) => Promise<CheckedResult | Question>;

/** Wraps the life of a call in its record: nothing runs unrecorded, nothing ends unrecorded. */
export function createPipeline(stages: Stages): CallTool {
  return async (incoming, signal) => {
    await stages.record.opened(incoming);
    const outcome = await answer(stages, incoming, signal).catch(refused);
    await stages.record.closed(incoming, outcome);
    if (outcome.kind === "refused") throw outcome.error;
    return outcome.output;
  };
}

/** The life of a call, top to bottom. To know what the gateway does, read this function. */
async function answer(stages: Stages, call: IncomingCall, signal: AbortSignal): Promise<Outcome> {
  const resolved = stages.resolve(call);
  stages.step.taken(resolved);
  const validated = await stages.validateInput(resolved);
  const authorized = stages.authorize(validated);
  stages.limitRate(authorized);

  const contract = resolved.registered.contract.digest;
  const cached = stages.cache.read(authorized);
  if (cached !== undefined) return { kind: "answered", output: cached, fromCache: true, contract };

  const approved = stages.approve(authorized);
  const raw = await stages.run(approved, signal);
  const question = stages.question(approved, raw);
  if (question !== undefined) {
    stages.step.asked(resolved);
    return { kind: "asked", output: question, contract };
  }
  const checked = await stages.validateOutput(approved, raw);
  const output = stages.hint(approved, stages.redact(approved, checked));

  stages.cache.write(approved, output);
  return { kind: "answered", output, fromCache: false, contract };
}

function refused(error: unknown): Refused {
  return { kind: "refused", error };
}

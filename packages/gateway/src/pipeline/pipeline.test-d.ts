import { expectTypeOf } from "vitest";
import type {
  ApprovedCall,
  AuthorizedCall,
  ConnectedCall,
  IncomingCall,
  JudgedCall,
  PermittedCall,
  Question,
  ResolvedCall,
  ValidatedCall,
} from "./call.ts";
import type { Stages } from "./pipeline.ts";

declare const stages: Stages;
declare const incoming: IncomingCall;
declare const resolved: ResolvedCall;
declare const permitted: PermittedCall;
declare const validated: ValidatedCall;
declare const authorized: AuthorizedCall;
declare const connected: ConnectedCall;
declare const judged: JudgedCall;
declare const approved: ApprovedCall;
declare const signal: AbortSignal;

// Each stage takes the output of the previous one.
expectTypeOf(stages.resolve(incoming)).toExtend<Parameters<Stages["permit"]>[0]>();
expectTypeOf(stages.permit(resolved)).toExtend<Parameters<Stages["queryBudget"]["taken"]>[0]>();
expectTypeOf(stages.authorize(validated)).toExtend<Parameters<Stages["limitRate"]>[0]>();
expectTypeOf(stages.prepareArguments(permitted)).toExtend<Parameters<Stages["validateInput"]>[0]>();
expectTypeOf<Awaited<ReturnType<Stages["connect"]>>>().toExtend<
  Parameters<Stages["judgeSequence"]>[0]
>();
expectTypeOf<Awaited<ReturnType<Stages["judgeSequence"]>>>().toExtend<
  Parameters<Stages["approve"]>[0]
>();
expectTypeOf<Exclude<Awaited<ReturnType<Stages["approve"]>>, Question>>().toExtend<
  Parameters<Stages["run"]>[0]
>();

// @ts-expect-error a call is not permitted before its tool is known
stages.permit(incoming);
// @ts-expect-error no argument is looked at before the principal may call the tool
stages.prepareArguments(resolved);
// @ts-expect-error nor validated
void stages.validateInput(resolved);
// @ts-expect-error nor is the call counted against its query
void stages.queryBudget.taken(resolved);
// @ts-expect-error authorize needs validated arguments
stages.authorize(permitted);
// @ts-expect-error what was not granted is not counted
void stages.limitRate(validated);
// @ts-expect-error nor connected to anything
void stages.connect(validated);
// @ts-expect-error what has no connection is not answered from the cache
stages.cache.read(authorized);
// @ts-expect-error nor before what happened before is looked at
stages.cache.read(connected);
// @ts-expect-error approve needs a judged call
void stages.approve(connected, signal);
// @ts-expect-error nothing runs without its approval
void stages.run(judged, signal);
// @ts-expect-error nothing is judged that did not run
void stages.validateOutput(authorized, {});
// @ts-expect-error what a tool returned is not passed on before it is judged
stages.redact(approved, stages.run(approved, signal));

// A stage that reads more than it is given is no stage.
// @ts-expect-error there is no approval yet when calls are counted
const tooCurious: Stages["limitRate"] = (call: Parameters<Stages["run"]>[0]) => {
  expectTypeOf(call.approval).not.toBeAny();
};
expectTypeOf(tooCurious).toBeFunction();

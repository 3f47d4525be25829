import { Deadlines } from "@toolcourt/contracts/internal/kernel/deadlines";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, own } from "@toolcourt/sdk";
import { Redaction } from "../boundary/redaction/redaction.ts";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import type { Logger } from "../telemetry/events.ts";
import type { Metrics } from "../telemetry/metrics/metrics.ts";
import type { Asking } from "../upstreams/upstream.ts";
import type { ApprovedCall, CheckedResult } from "./call.ts";
import type { CallLogDeps } from "./call-log.ts";
import { ClauseCounters, type Clauses } from "./clause-counters.ts";
import { countingBy } from "./count-limits.ts";
import { createDryRun, type DryRunCall } from "./dry-run.ts";
import { type AllowsEveryCall, createEvaluateCall, type EvaluateCall } from "./evaluate-call.ts";
import type { EgressOf } from "./execution/invoke-local.ts";
import type { UpstreamOf } from "./execution/send.ts";
import { ServerCircuits } from "./execution/server-circuits.ts";
import type { SharedCircuits } from "./execution/shared-circuits.ts";
import { type DeferringDeps, type ForTasks, forTasks, noTasks } from "./for-tasks.ts";
import { foreignText } from "./foreign-text.ts";
import type { AskedCaller } from "./guard-channel.ts";
import { createInnerCalls } from "./inner-calls.ts";
import type { Queries } from "./limits/queries.ts";
import type { Rate } from "./limits/rate.ts";
import type { SharedSlots } from "./limits/shared-slots.ts";
import { logTotals } from "./log-totals.ts";
import { noAuthority } from "./no-authority.ts";
import { openWatchers } from "./open-watchers.ts";
import type { PassContext } from "./pass-context.ts";
import { type CallTool, createPipeline, type Stages } from "./pipeline.ts";
import { type PlanDeps, Plans, planOf, type ToolPlan } from "./plan.ts";
import { Quarantine, type QuarantineOptions } from "./quarantine.ts";
import { Redactors } from "./redactors.ts";
import { createCache } from "./stages/cache.ts";
import { type ConnectDeps, createConnect, createNoConnect } from "./stages/connect.ts";
import { createHint, type HintsMode } from "./stages/hint.ts";
import { createNameConnection, type NameConnectionDeps } from "./stages/name-connection.ts";
import { type AccessOf, createPermit, type Listing, Permits } from "./stages/permit.ts";
import { createPrepareArguments, type PrepareArgumentsDeps } from "./stages/prepare-arguments.ts";
import { createQuestion } from "./stages/question.ts";
import { recordableBy } from "./stages/recordable.ts";
import { createRedact } from "./stages/redact.ts";
import { createResolve, type WhyNoTool } from "./stages/resolve.ts";
import { createRun, openExecution } from "./stages/run.ts";
import type { JudgesSequences } from "./stages/unjudged.ts";
import { validateInput } from "./stages/validate-input.ts";
import { createValidateOutput } from "./stages/validate-output.ts";
import { createTrace, type Traces } from "./trace-calls.ts";
import type { CallWatcher } from "./watch-calls.ts";

/** Decides on calls, and receives their outcome. */
export interface Authority
  extends Pick<Stages, "authorize" | "rounds" | "approve" | "settle">,
    JudgesSequences {
  readonly accessOf: AccessOf;
  /** Default: as `accessOf`, without a policy. */
  readonly allowsEveryCall?: AllowsEveryCall;
}

export interface PipelineDeps
  extends Pick<Runtime, "clock" | "newId">,
    Pick<Stages, "record">,
    Partial<Pick<Stages, "noteLinks" | "redactRefusal">> {
  /** Returns why no record can be trusted. Then every call is refused. Default: never. */
  readonly unsigned?: () => string | undefined;
  readonly current: () => Snapshot;
  /** Explains missing tools that are drafts. Default: no explanation. */
  readonly whyNoTool?: WhyNoTool;
  /** The tools of each endpoint. Default: there are no endpoints. */
  readonly endpoints?: PlanDeps["endpoints"];
  /** Default: callers see views under the addresses of their servers. */
  readonly views?: PlanDeps["views"];
  /** Returns undefined while the server is not connected. */
  readonly upstreamOf: UpstreamOf;
  readonly clausesOf: (tool: RegisteredTool) => Clauses;
  /** Whether what a tool's server wrote about an error is quoted. Default: never. */
  readonly mayQuote?: (tool: RegisteredTool) => boolean;
  /** Default: off for every tool. */
  readonly hintsOf?: (tool: RegisteredTool) => HintsMode;
  /** What a tool may ask of its caller. Default: elicitation. */
  readonly allowedRequestsOf?: (tool: RegisteredTool) => readonly Asking[];
  /** Default: counted in this process. */
  readonly rate?: Rate | undefined;
  readonly sharedSlots?: SharedSlots | undefined;
  /** Default: this process learns alone which servers cannot be reached. */
  readonly sharedCircuits?: SharedCircuits | undefined;
  /** Default: kept in this process. */
  readonly queries?: Queries | undefined;
  /** Counts broken clauses. Default: from zero. */
  readonly counters?: ClauseCounters | undefined;
  /** For tools that are HTTP operations. Default: none. */
  readonly http?: ConnectDeps & PrepareArgumentsDeps & NameConnectionDeps;
  /** Opens the requests of a local tool to targets. Default: it has none. */
  readonly egressOf?: EgressOf | undefined;
  /** Default: permissions alone decide, and calls that need approval are refused. */
  readonly authority?: Authority;
  /**
   * Which tools the list shows. A tool that it hides from a principal does not exist for that
   * principal. Default: all.
   */
  readonly listing?: Listing | undefined;
  /** Whether our own tool may call any tool its caller may, once. Default: none may. */
  readonly isHost?: (tool: RegisteredTool) => boolean;
  readonly maxConcurrent: number;
  readonly maxQueued?: number;
  readonly maxWaitMs?: number;
  readonly maxResultBytes?: number;
  /** Redaction of results. Default: the built-in redaction rules. */
  readonly hiding?: Redactors;
  /** Receives gateway errors, and the clause totals on close. Default: not logged. */
  readonly log?: Logger["log"];
  /** Logging of the start and the end of calls. Default: off. */
  readonly callLines?:
    | Pick<CallLogDeps, "isRead" | "isWarning" | "isDetailed" | "isNaming" | "keepStack">
    | undefined;
  /** Observes calls beside the log and the metrics. Default: off. */
  readonly callWatcher?: CallWatcher | undefined;
  /** Whether only ids and digests of a tool's calls may be logged. Default: of none. */
  readonly isTerse?: ((tool: RegisteredTool) => boolean) | undefined;
  /** Recording of traces. Default: callers' trace context is passed on. */
  readonly traces?: Traces | undefined;
  /** Counts calls. Default: off. */
  readonly metrics?: Pick<Metrics, "calls" | "circuitTurned" | "loadFrom" | "dryRan"> | undefined;
  readonly onRemoved?: (tool: string, removed: number) => void;
  /** Receives every question of a server to its caller. Default: off. */
  readonly onAsked?: ((call: ApprovedCall, asked: AskedCaller) => void) | undefined;
  /** Names a call's user, agent and session to its server. Default: to none. */
  readonly passContext?: PassContext | undefined;
  /** Receives each tool's answer as sent, but cleaned. Default: off. */
  readonly onAnswered?: Answering | undefined;
  /** Keeps calls that go on as tasks. Default: no call may. */
  readonly tasks?: DeferringDeps | undefined;
  /** Receives each result that broke its contract, to keep it. Default: this process keeps some. */
  readonly onQuarantined?: QuarantineOptions["onKept"];
}

type Answering = (call: ApprovedCall, output: CheckedResult) => void;

/** The whole pipeline for calls, and its state. */
export interface OpenPipeline extends AsyncDisposable {
  readonly callTool: CallTool;
  /** Answers whether a call would be allowed, and makes none. */
  readonly evaluate: EvaluateCall;
  /** Says what would become of a call, and makes none. */
  readonly dryRun: DryRunCall;
  readonly counters: ClauseCounters;
  readonly circuits: Pick<ServerCircuits, "stateOf">;
  readonly quarantine: Quarantine;
  /** Returns how many calls and relayed requests have begun and not ended. */
  readonly inFlight: () => number;
  /** The stages that requests about resources and prompts share with calls. */
  readonly shared: Pick<
    Stages,
    "watchers" | "record" | "recordable" | "limitRate" | "run" | "remember" | "noteLinks"
  > & { readonly planOf: (tool: RegisteredTool) => ToolPlan };
  /** What the tasks of this pipeline share with its calls. */
  readonly forTasks: ForTasks;
}

/** Opens the pipeline. Does not own the servers and the record store: their opener closes them. */
export function openPipeline(options: PipelineDeps): OpenPipeline {
  const { clock, maxResultBytes, log, counters = new ClauseCounters() } = options;
  const { hiding = new Redactors(new Redaction()), authority = noAuthority() } = options;
  const asking = { ...options.callLines, hideSecrets: hiding.forNotifications };
  const counted = countingBy(options);
  const deadlines = new Deadlines(clock);
  const circuits = new ServerCircuits(options);
  const quarantine = quarantineBy(options, hiding);
  // Inner calls enter the pipeline like all others.
  const innerCallsOf = createInnerCalls({
    ...options,
    callTool: (call, signal) => callTool(call, signal),
  });
  const redact = createRedact({ ...options, hiding, quarantine });
  const foreign = foreignText(options, hiding);
  const planning = planningBy(options, { hiding, counters });
  const plans = new Plans(planning);
  const execution = openExecution({ ...options, ...asking, deadlines, innerCallsOf, circuits });
  const stages: Stages = {
    find: (tool, endpoint) => plans.findAt(tool, endpoint),
    ...observing(options),
    ...admitting(options, authority),
    ...counted,
    ...leaving(options),
    validateInput,
    ...authority,
    cache: createCache({ clock }),
    run: createRun(execution, { ...foreign, log }),
    ...(options.tasks ?? noTasks),
    question: createQuestion({ ...asking, quarantine }),
    validateOutput: createValidateOutput({ ...foreign, quarantine, maxBytes: maxResultBytes }),
    report: reporting(redact, options.onAnswered),
    redact,
    hint: createHint({ clock }),
  };
  const callTool = createPipeline(stages);
  const asked = { ...stages, peekSequence: authority.peekSequence };
  return {
    callTool,
    evaluate: createEvaluateCall(asked, everyCallBy(authority)),
    dryRun: createDryRun(asked, { ...counted, ran: options.metrics?.dryRan }),
    counters,
    circuits,
    quarantine,
    inFlight: () => stages.watchers.inFlight,
    shared: { ...stages, run: execution, planOf: (tool) => planOf(tool, planning) },
    forTasks: forTasks(stages, { ...asking, ...foreign, quarantine, planning, clock }),
    [Symbol.asyncDispose]: async () => closed(deadlines, counters, options),
  };
}

function quarantineBy(
  { clock, newId, onQuarantined: onKept }: PipelineDeps,
  { inQuarantine: hideSecrets }: Redactors,
): Quarantine {
  return new Quarantine({ clock, newId, hideSecrets, onKept });
}

function closed(
  deadlines: Disposable,
  counters: ClauseCounters,
  { current, clausesOf, log }: PipelineDeps,
): void {
  deadlines[Symbol.dispose]();
  if (log !== undefined) logTotals(counters, { current, clausesOf, log });
}

/** Without a policy no call is decided by its arguments. */
function everyCallBy({ accessOf, allowsEveryCall }: Authority): AllowsEveryCall {
  return allowsEveryCall ?? ((principal, tool) => accessOf(principal, tool).kind === "permitted");
}

/** Returns what the plans of tools are made from. */
function planningBy(
  options: PipelineDeps,
  { hiding, counters }: Pick<PlanDeps, "hiding" | "counters">,
): PlanDeps {
  const { http = noHttp, hintsOf = (): HintsMode => "off", isTerse = () => false } = options;
  const { allowedRequestsOf = (): readonly Asking[] => ["elicitation"] } = options;
  const { current, clausesOf, endpoints, views } = options;
  return {
    ...http,
    endpoints,
    views,
    current,
    clausesOf,
    counters,
    hiding,
    hintsOf,
    allowedRequestsOf,
    isTerse,
  };
}

/** Returns the stages around a call: its trace, its record and its observers. */
function observing(
  options: PipelineDeps,
): Pick<Stages, "trace" | "watchers" | "record" | "recordable" | "noteLinks" | "redactRefusal"> {
  const { record, traces = { flags: "ignore" } } = options;
  const { noteLinks = () => undefined, redactRefusal = (error) => error } = options;
  return {
    trace: createTrace(traces),
    watchers: openWatchers(options),
    record,
    recordable: recordableBy(options),
    noteLinks,
    redactRefusal,
  };
}

/** Returns the stages that need only the name of the tool and the principal. */
function admitting(
  options: PipelineDeps,
  { accessOf }: Pick<Authority, "accessOf">,
): Pick<Stages, "resolve" | "permit"> {
  const permits = new Permits(accessOf, options.listing ?? "all");
  return {
    resolve: createResolve({ ...options, permits }),
    permit: createPermit(permits),
  };
}

/** Reports results that passed the second gate, as sent but cleaned. */
function reporting(redact: Stages["redact"], notify: Answering | undefined): Stages["report"] {
  if (notify === undefined) return () => undefined;
  return (call, raw, { structuredContent: _made, ...rest }) => {
    const sent = isJsonObject(raw) ? own(raw, "structuredContent") : undefined;
    const asSent = sent === undefined ? rest : { ...rest, structuredContent: sent };
    notify(call, redact(call, asSent).output);
  };
}

const noHttp: PrepareArgumentsDeps = {
  overHttp: () => undefined,
  findToken: () => undefined,
};

/** Returns the stages for tools that are HTTP operations. */
function leaving({
  http,
}: PipelineDeps): Pick<Stages, "prepareArguments" | "nameConnection" | "connect"> {
  return {
    prepareArguments: createPrepareArguments(http ?? noHttp),
    nameConnection: http === undefined ? (call) => call : createNameConnection(http),
    connect: http === undefined ? createNoConnect() : createConnect(http),
  };
}

import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import type { Overlay, Tool } from "@toolcourt/sdk";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import type { DecisionOf } from "../catalog/admission/compare-with-lock.ts";
import type { Registry } from "../catalog/create-registry.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import { defaultClausesOf } from "../pipeline/clause-counters.ts";
import { type OpenPipeline, openPipeline, type PipelineDeps } from "../pipeline/open-pipeline.ts";
import { unrecorded } from "../pipeline/pipeline.ts";
import { Redactors, refusalWithoutSecrets } from "../pipeline/redactors.ts";
import type { Traces } from "../pipeline/trace-calls.ts";
import { trackCalls } from "../pipeline/track-calls.ts";
import type { CallWatcher } from "../pipeline/watch-calls.ts";
import { ViewAddresses } from "../protocol/view-addresses.ts";
import type { RelaysOver } from "../relays/create-relays.ts";
import type { LoadIndexTools } from "../search/index-tools.ts";
import type { TasksApi } from "../tasks/tasks.ts";
import { createLogger, type LogWriter } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics/metrics.ts";
import { admit } from "./admit.ts";
import type { Decisions, Review } from "./decide-on-calls.ts";
import { endpointsOf } from "./endpoints-of.ts";
import { httpLine } from "./http-call-deps.ts";
import {
  type HandOver,
  handingOver,
  keepingServers,
  memoryOf,
  type Replacing,
} from "./live/hand-over.ts";
import type { OpenAuthority } from "./open-authority.ts";
import { exceptIds, openRedaction, redactInRecords, redactorInto } from "./open-redaction.ts";
import { assertRanking, searchingIn } from "./open-search.ts";
import { type OpenServer, openServers, type ServersDeps } from "./open-servers.ts";
import type { Outside } from "./open-tool-set.ts";
import type { OpenWatch } from "./open-watch.ts";
import { reachingBy, settingsOf } from "./reaching.ts";
import { relayServers, watchServers } from "./relay-servers.ts";
import { type ServerStates, statesOf, withoutLeftOut } from "./server-status.ts";
import { shareLock } from "./share-lock.ts";
import { type Showing, type Shown, shownTo } from "./shown-to.ts";

/** The external dependencies of the gateway. */
export interface GatewayDeps extends Pick<Runtime, "clock" | "newId" | "random"> {
  readonly write: LogWriter;
  /** The `PATH` for server commands. */
  readonly searchPath: string;
  readonly local: readonly Tool[];
  /** Connections of the embedding program, by the name of the server. Default: none. */
  readonly upstreams?: ServersDeps["upstreams"];
  /** The local tool that answers questions with calls of other tools. Default: none. */
  readonly hostTool?: Tool;
  /** Loads the ranking of `discovery: search`. Default: such a configuration is refused. */
  readonly indexTools?: LoadIndexTools | undefined;
  /** CA certificates to trust in addition to the default ones. Default: none. */
  readonly ca?: ServersDeps["ca"];
  /** What sandboxes of servers need. Default: no server can have one. */
  readonly sandboxing?: ServersDeps["sandboxing"];
  /** Redacts secrets and personal data. Default: built from the configuration and its secrets. */
  readonly redaction?: Redaction;
  /** Egress of HTTP tools. Default: none. */
  readonly outside?: Outside;
  /** Opens even if required servers are down, for inspection without calls. Default: off. */
  readonly mayBeAbsent?: true;
  /** How long each server may take to connect and list its tools. Default: minutes. */
  readonly patienceMs?: ServersDeps["patienceMs"];
  /** Leaves out required servers too, instead of refusing to open. Default: off. */
  readonly leavesOut?: true;
  readonly overlayOf: (server: string, tool: string) => Overlay | undefined;
  /** Undefined if there is no lock yet. */
  readonly lock: Lock | undefined;
  readonly saveLock: (lock: Lock) => Promise<void>;
  /** Servers whose new tools wait for a reload, as in the other workers. Default: none. */
  readonly answered?: readonly string[] | undefined;
  /** Returns the newest decision about a tool in the store. Default: there is none. */
  readonly decisionOf?: DecisionOf | undefined;
  /** Whether contracts missing from the lock are refused instead of trusted. */
  readonly frozen: boolean;
  /** Default: calls are not recorded, and every call that needs approval is refused. */
  readonly authority?: OpenAuthority;
  /** The operator at the command line sees every tool, whatever `server.list` says. Default: off. */
  readonly forOperator?: true;
  /** Counts calls. Default: off. */
  readonly metrics?: Metrics;
  /** Log settings for the start and the end of calls. Default: not logged. */
  readonly callLines?: OpenWatch["callLines"];
  readonly traces?: Traces;
  /** What the console shows of calls. Default: it is off. */
  readonly live?: { readonly watcher: CallWatcher } | undefined;
  /** The gateway that this one replaces. Default: none. */
  readonly replacing?: Replacing | undefined;
  /** Called with every tool answer as sent, after redaction. Default: off. */
  readonly onAnswered?: NonNullable<PipelineDeps["onAnswered"]>;
}

/** The interface for entrances and commands. */
export interface Gateway
  extends Omit<OpenPipeline, typeof Symbol.asyncDispose | "shared" | "forTasks" | "circuits">,
    Shown,
    ServerStates {
  readonly registry: Registry;
  /** Returns the prompts and resource templates of each server, for reviewers. */
  readonly items: RelaysOver["offers"];
  /** Returns what a gateway needs that replaces this one. */
  readonly handOver: () => HandOver;
  /** Answers about calls that go on as tasks. Undefined if no call does. */
  readonly tasks?: TasksApi | undefined;
  /** Services for reviewers. Absent if every call that needs approval is refused. */
  readonly review?: Review | undefined;
}

/** Assembles the gateway. No module below this function knows the configuration. */
export function openGateway(config: Config, deps: GatewayDeps): Promise<Gateway & AsyncDisposable> {
  return openAll(async (stack) => {
    const { clock, newId, authority, redaction = openRedaction(config) } = deps;
    assertRanking(config, deps.indexTools);
    const opening = { ...deps, redaction, views: viewsIn(config), ...keepingServers(config, deps) };
    const servers = await openServers(config.toolbox.servers, stack, opening);
    const { saveLock, locked } = shareLock(deps);
    const registry = await admit(config, servers, { ...opening, saveLock, stack });
    const inUse = await withoutLeftOut(servers, registry);
    await watchServers(inUse, registry, { ...deps, redaction, stack });
    const showing = showingBy(config, deps, registry);
    const deciding = authority && decidingBy(authority, registry);
    const byName = new Map(servers.map((server) => [server.settings.name, server]));
    const memory = memoryOf(deps);
    const { linked, ...counting } = memory;
    const { tasks, reach } = reachingBy(config, { ...opening, stack, line: () => line }, byName);
    const line: OpenPipeline = stack.use(
      openPipeline({
        clock,
        newId,
        ...recordingBy(authority, redaction),
        noteLinks: (call, outcome) => linked.note(call, outcome),
        ...counting,
        ...deciding,
        ...showing,
        current: registry.current,
        ...reach,
        ...checkingBy(config, redaction, byName),
        maxConcurrent: config.toolbox.maxConcurrent,
        ...httpLine(config, servers, { ...deps, redaction }),
        ...watching(config, deps, byName),
      }),
    );
    const relaying = relayServers(inUse, redaction, {
      ...opening,
      stack,
      stages: line.shared,
      serverOfLink: (principal, uri) => linked.serverOf(principal, uri),
      locked,
      registry,
      policy: authority?.policy,
    });
    stack.defer(() => tasks?.idle());
    const handOver = handingOver(config, inUse, { memory, registry });
    const parts = { ...callingBy(line), registry, handOver, items: relaying.offers, tasks };
    const about = { opened: byName, registry, relaying, authority, redaction, line };
    const seen = { ...statesOf(config, about), ...shownTo(registry, relaying, showing) };
    return searchingIn(config, { ...parts, ...seen, ...reviewOf(deciding) }, { ...deps, registry });
  });
}

/** Sets of HTTP tools have no views. */
function viewsIn({ toolbox: { servers } }: Config): ViewAddresses {
  const possible = servers.filter(({ transport }) => transport.kind !== "http_tools");
  return new ViewAddresses(possible.map(({ name }) => name));
}

function reviewOf(deciding: { readonly authority: Review } | undefined): Pick<Gateway, "review"> {
  return deciding === undefined ? {} : { review: deciding.authority };
}

/** Returns which tools callers see: all, or their own, and those of each endpoint. */
function showingBy(
  config: Config,
  { authority, forOperator, clock }: GatewayDeps,
  { current }: Registry,
): Showing {
  const listing = authority === undefined || forOperator ? "all" : config.list;
  return { policy: authority?.policy, listing, endpoints: endpointsOf(config, { current, clock }) };
}

function callingBy(line: OpenPipeline) {
  const { callTool, evaluate, dryRun, counters, quarantine, inFlight } = line;
  return { callTool, evaluate, dryRun, counters, quarantine, inFlight };
}

function hidingBy(
  config: Config,
  redaction: Redaction,
  servers: ReadonlyMap<string, OpenServer>,
): Redactors {
  return new Redactors(
    redaction,
    (tool) => settingsOf(tool, servers)?.redaction ?? config.redaction,
  );
}

/** Returns how calls are recorded and refused, without secrets. */
function recordingBy(
  authority: OpenAuthority | undefined,
  redaction: Redaction,
): Pick<PipelineDeps, "record" | "redactRefusal" | "onQuarantined"> {
  const hideInRefusals = redactorInto(redaction, "refusals");
  const redactRefusal = (error: unknown) => refusalWithoutSecrets(error, hideInRefusals);
  const { record = unrecorded } = authority ?? {};
  const onQuarantined = authority?.quarantine.keep;
  if (record === unrecorded) return { record, redactRefusal, onQuarantined };
  const hide = redactorInto(redaction, "audit");
  const tracked = trackCalls(record, exceptIds(hide));
  return { record: redactInRecords(tracked, hide), redactRefusal, onQuarantined };
}

/** Returns how results are checked. A strict server's error text was approved by no reviewer. */
function checkingBy(
  config: Config,
  redaction: Redaction,
  servers: ReadonlyMap<string, OpenServer>,
): Pick<PipelineDeps, "clausesOf" | "mayQuote" | "hintsOf" | "hiding"> {
  const ofLocalTools = defaultClausesOf(config.toolbox.localProfiles);
  return {
    hiding: hidingBy(config, redaction, servers),
    hintsOf: (tool) => settingsOf(tool, servers)?.hints ?? "off",
    clausesOf: (tool) => settingsOf(tool, servers)?.clauses ?? ofLocalTools,
    mayQuote: (tool) => {
      const settings = settingsOf(tool, servers);
      return settings?.mode === "dynamic" && settings.withholdsErrors !== true;
    },
  };
}

/** Records what servers ask of callers: who was asked, and how it ended. */
function noteAsked({ notes, subjects }: OpenAuthority): NonNullable<PipelineDeps["onAsked"]> {
  return ({ callId, principal, registered }, { method, outcome }) => {
    const { server } = registered.contract;
    notes.write("server.asked", async () => {
      const { id } = await subjects.of(principal);
      return { callId, method, outcome, principal: id, server };
    });
  };
}

/** Returns the observers of calls. For discovery tools they get only ids and digests (T25). */
function watching(
  { toolbox }: Config,
  { metrics, callLines, traces, onAnswered, write, live }: GatewayDeps,
  servers: ReadonlyMap<string, OpenServer>,
): Pick<
  PipelineDeps,
  "log" | "metrics" | "callLines" | "callWatcher" | "isTerse" | "traces" | "onAnswered"
> {
  const isTerse = (tool: RegisteredTool): boolean =>
    (settingsOf(tool, servers)?.profiles ?? toolbox.localProfiles).includes("cloud-discovery");
  const { log } = createLogger(write);
  return { log, metrics, callLines, callWatcher: live?.watcher, isTerse, traces, onAnswered };
}

/** Returns the services that decide on calls and count them. */
function decidingBy(
  opened: OpenAuthority,
  { current }: Registry,
): Pick<PipelineDeps, "unsigned" | "onAsked" | keyof SharedBetween> & {
  readonly authority: Decisions;
} {
  const { over, unsigned, rate, places, queries, circuits } = opened;
  const shared: SharedBetween = {
    ...(rate && { rate }),
    ...(queries && { queries }),
    sharedSlots: places,
    sharedCircuits: circuits,
  };
  return { authority: over(current), unsigned, onAsked: noteAsked(opened), ...shared };
}

/** What gateways with common stores count or know together. */
type SharedBetween = Pick<PipelineDeps, "rate" | "queries" | "sharedSlots" | "sharedCircuits">;

import { openAll } from "@toolcourt/contracts/internal/kernel/open-all";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import {
  defaultRules,
  type Redaction,
} from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import type { RegisteredTool, Snapshot } from "@toolcourt/gateway/internal/catalog/snapshot";
import { certificatesOf } from "@toolcourt/gateway/internal/compose/open-egress";
import type { Config } from "@toolcourt/gateway/internal/config/config";
import type { HostConfig } from "@toolcourt/gateway/internal/config/host";
import type { Principal } from "@toolcourt/gateway/internal/pipeline/call";
import type { CallTool } from "@toolcourt/gateway/internal/pipeline/pipeline";
import type { Quarantine } from "@toolcourt/gateway/internal/pipeline/quarantine";
import { isForViewsOnly } from "@toolcourt/gateway/internal/protocol/view-addresses";
import type { Effect, JsonObject } from "@toolcourt/sdk";
import type { Host, HostOptions, ToolAccess } from "../answering/create-host.ts";
import type { ChooseQuotes, PlanQuestion } from "../ports.ts";
import { isAskTool } from "./ask-tool.ts";
import type { ModelDeps } from "./model-endpoint.ts";

/** The parts of a gateway that the host needs. */
export interface HostedGateway {
  readonly registry: { readonly current: () => Snapshot };
  /** The tools that a principal could call, whatever `server.list` shows. */
  readonly callable: (principal: Principal, endpoint?: string) => readonly JsonObject[];
  readonly callTool: CallTool;
  readonly quarantine: Pick<Quarantine, "find">;
}

/** Builds the pipeline for the host. It offers a principal the tools that it may call. */
export function toolAccessOf(
  { registry, callable, callTool, quarantine }: HostedGateway,
  { toolbox }: Pick<Config, "toolbox">,
): ToolAccess {
  const held = new WeakMap<readonly JsonObject[], readonly RegisteredTool[]>();
  return {
    tools: (principal, endpoint) => {
      const seen = callable(principal, endpoint);
      const known = held.get(seen) ?? toolsIn(seen, registry.current());
      held.set(seen, known);
      return known;
    },
    callTool,
    quarantined: (id) => quarantine.find(id),
    isTyped: createIsTyped(toolbox.servers),
  };
}

function toolsIn(seen: readonly JsonObject[], { tools }: Snapshot): readonly RegisteredTool[] {
  return seen.flatMap((listed) => {
    const { name } = listed;
    const tool = typeof name === "string" ? tools.get(name) : undefined;
    // A tool for views alone is not for a planner.
    return tool === undefined || isForViewsOnly(listed) ? [] : [tool];
  });
}

/**
 * Tells whether results are typed. A server whose clauses only observe may return anything. Local
 * tools are always enforced.
 */
function createIsTyped(servers: Config["toolbox"]["servers"]): ToolAccess["isTyped"] {
  const enforced = new Set(
    servers.filter(({ clauses }) => clauses.output === "enforce").map(({ name }) => name),
  );
  return ({ contract, validateOutput, home }) =>
    contract.output !== undefined &&
    validateOutput !== undefined &&
    (home.kind === "local" || enforced.has(home.server));
}

/** Dependencies of a host. */
export interface HostRuntime extends ModelDeps, Pick<Runtime, "newId"> {
  /** Base of relative paths. */
  readonly folder: string;
}

export interface OpenedGateway {
  readonly config: Pick<Config, "toolbox" | "host" | "egress">;
  readonly gateway: HostedGateway;
  readonly redaction: Redaction;
}

/** Overrides of the configuration. */
export interface HostOverrides {
  readonly planner?: HostConfig["planner"] | undefined;
  readonly summary?: HostConfig["summary"] | undefined;
  /** Allowed effects, used if the configuration sets none. Default: all. */
  readonly effects?: readonly Effect[];
  /** Replaces the configured planner. */
  readonly plan?: PlanQuestion;
  /** Selects the quotes of a summary. Replaces the configured model. */
  readonly choose?: ChooseQuotes;
}

/**
 * Loads the host lazily, since most commands ask no question. Call it before opening a gateway:
 * loading blocks the event loop, and its stores would seem to time out.
 */
export async function loadHost(): Promise<(options: HostOptions) => Host> {
  const { createHost } = await import("../answering/create-host.ts");
  return createHost;
}

/** Opens the configured host over an open gateway. */
export function openHostOver(
  { config, gateway, redaction }: OpenedGateway,
  runtime: HostRuntime,
  overrides: HostOverrides = {},
): Promise<Host & AsyncDisposable> {
  const { clock, newId } = runtime;
  const { host, egress } = config;
  const { summary = host.summary, plan, choose } = overrides;
  const settings = { ...host, planner: overrides.planner ?? host.planner, summary };
  const isClean = redaction.cleanBy(defaultRules);
  return openAll(async (stack) => {
    const createHost = await loadHost();
    const ports = await openPorts({ ...settings, ca: egress.ca }, runtime, stack);
    return createHost({
      plan: plan ?? ports.plan,
      choose: choose ?? ports.choose,
      access: toolAccessOf(gateway, config),
      newId,
      summary,
      today: () => dayOf(clock.now()),
      hasSecret: (text) => !isClean(text),
      mayCall: createMayCall(host.effects ?? overrides.effects),
    });
  });
}

/** Returns the tools that a principal's question may call, by configuration alone. */
export function askableTools(
  { config, gateway }: Pick<OpenedGateway, "config" | "gateway">,
  principal: Principal,
): readonly RegisteredTool[] {
  return toolAccessOf(gateway, config).tools(principal).filter(createMayCall(config.host.effects));
}

/** Excludes the `ask` tool: a question never leads to another question. */
function createMayCall(effects: readonly Effect[] | undefined): (tool: RegisteredTool) => boolean {
  return (tool) =>
    !isAskTool(tool) && (effects === undefined || effects.includes(tool.contract.effect));
}

/** Opens a model if needed: to plan, if configured, and to select quotes. */
async function openPorts(
  { planner, summary, model: settings, ca }: HostConfig & { readonly ca: string | undefined },
  runtime: HostRuntime,
  stack: AsyncDisposableStack,
): Promise<Pick<HostOptions, "plan" | "choose">> {
  if (settings === undefined || (planner === "builtin" && summary === "off")) return {};
  const { url, timeoutMs, temperature, ...rest } = settings;
  // Loaded lazily: without a model its client is not needed.
  const { openModel } = await import("./model-endpoint.ts");
  const { createModelPlanner } = await import("../models/model-planner.ts");
  const { createModelChooser } = await import("../models/model-chooser.ts");
  const trusted = await certificatesOf({ ca }, runtime);
  const { model } = stack.use(openModel({ url: url.href, ...rest, ...trusted }, runtime));
  const options = { model, timeoutMs, temperature, clock: runtime.clock };
  return {
    plan: planner === "model" ? createModelPlanner(options) : undefined,
    choose: summary === "off" ? undefined : createModelChooser(options),
  };
}

/** Returns the local date. */
function dayOf(ms: number): string {
  const now = new Date(ms);
  const [month, day] = [now.getMonth() + 1, now.getDate()];
  return [now.getFullYear(), month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

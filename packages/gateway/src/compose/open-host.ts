import type { Effect, JsonObject } from "@toolcourt/sdk";
import { type Redaction, usualRules } from "../boundary/redaction/redaction.ts";
import type { RegisteredTool, Snapshot } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import type { HostSettings } from "../config/host.ts";
import { openAll } from "../foundation/kernel/open-all.ts";
import type { Host, HostLine, HostOptions } from "../host/create-host.ts";
import type { ChooseQuotes, PlanQuestion } from "../host/ports.ts";
import type { Principal } from "../pipeline/call.ts";
import type { CallTool } from "../pipeline/pipeline.ts";
import type { Quarantine } from "../pipeline/quarantine.ts";
import { isAskTool } from "./ask-tool.ts";
import type { ModelPlace } from "./model-door.ts";
import { certificatesOf } from "./open-egress.ts";

/** What the host needs of a gateway. */
export interface HostedGateway {
  readonly registry: { readonly current: () => Snapshot };
  readonly listed: (principal: Principal) => readonly JsonObject[];
  readonly callTool: CallTool;
  readonly quarantine: Pick<Quarantine, "find">;
}

/** The line of a gateway as the host gets it: the tools that somebody sees are those that they may call. */
export function hostLineOf(
  { registry, listed, callTool, quarantine }: HostedGateway,
  { toolbox }: Pick<Config, "toolbox">,
): HostLine {
  const held = new WeakMap<readonly JsonObject[], readonly RegisteredTool[]>();
  return {
    tools: (principal) => {
      const seen = listed(principal);
      const known = held.get(seen) ?? toolsIn(seen, registry.current());
      held.set(seen, known);
      return known;
    },
    callTool,
    quarantined: quarantine.find,
    isTyped: createIsTyped(toolbox.servers),
  };
}

function toolsIn(seen: readonly JsonObject[], { tools }: Snapshot): readonly RegisteredTool[] {
  return seen.flatMap(({ name }) => {
    const tool = typeof name === "string" ? tools.get(name) : undefined;
    return tool === undefined ? [] : [tool];
  });
}

/** A server whose clauses only watch may return whatever it likes. Our own tools are always held to theirs. */
function createIsTyped(servers: Config["toolbox"]["servers"]): HostLine["isTyped"] {
  const enforced = new Set(
    servers.filter(({ clauses }) => clauses.output === "enforce").map(({ name }) => name),
  );
  return ({ contract, validateOutput, home }) =>
    contract.output !== undefined &&
    validateOutput !== undefined &&
    (home.kind === "local" || enforced.has(home.server));
}

/** What a host is put together from. */
export interface HostSurroundings extends ModelPlace {
  readonly newId: () => string;
  /** Where relative paths start from. */
  readonly folder: string;
}

export interface OpenedGateway {
  readonly config: Pick<Config, "toolbox" | "host" | "egress">;
  readonly gateway: HostedGateway;
  readonly redaction: Redaction;
}

/** What whoever asks wants otherwise than the configuration says. */
export interface HostWishes {
  readonly planner?: HostSettings["planner"] | undefined;
  readonly summary?: HostSettings["summary"] | undefined;
  /** The effects that tools may have where the configuration does not say it. Absent: all. */
  readonly effects?: readonly Effect[];
  /** A planner of one's own, in place of the one that is configured. */
  readonly plan?: PlanQuestion;
  /** Chooses what a summary quotes, in place of the model that is configured. */
  readonly choose?: ChooseQuotes;
}

/**
 * Loads what answers questions, which whoever asks none does not need. Before a gateway is opened: while it
 * loads, nobody here hears the stores of one, and they would seem not to answer.
 */
export async function loadHost(): Promise<(options: HostOptions) => Host> {
  const { createHost } = await import("../host/create-host.ts");
  return createHost;
}

/** The host that a configuration describes, before a gateway that is open. */
export function openHost(
  { config, gateway, redaction }: OpenedGateway,
  surroundings: HostSurroundings,
  wishes: HostWishes = {},
): Promise<Host & AsyncDisposable> {
  const { clock, newId } = surroundings;
  const { host, egress } = config;
  const { summary = host.summary, plan, choose } = wishes;
  const settings = { ...host, planner: wishes.planner ?? host.planner, summary };
  const isClean = redaction.cleanBy(usualRules);
  return openAll(async (stack) => {
    const createHost = await loadHost();
    return createHost({
      ...(await openPorts({ ...settings, ca: egress.ca }, surroundings, stack)),
      ...(plan && { plan }),
      ...(choose && { choose }),
      line: hostLineOf(gateway, config),
      newId,
      summary,
      today: () => dayOf(clock.now()),
      hasSecret: (text) => !isClean(text),
      mayCall: createMayCall(host.effects ?? wishes.effects),
    });
  });
}

/** The tools that a question of somebody may lead to, where the configuration alone decides. */
export function askableTools(
  { config, gateway }: Pick<OpenedGateway, "config" | "gateway">,
  principal: Principal,
): readonly RegisteredTool[] {
  return hostLineOf(gateway, config).tools(principal).filter(createMayCall(config.host.effects));
}

/** A question never leads to another one: whoever asks has asked. */
function createMayCall(effects: readonly Effect[] | undefined): (tool: RegisteredTool) => boolean {
  return (tool) =>
    !isAskTool(tool) && (effects === undefined || effects.includes(tool.contract.effect));
}

/** A model, where one is needed: to plan where it should, and to choose quotes wherever there are any. */
async function openPorts(
  { planner, summary, model: settings, ca }: HostSettings & { readonly ca: string | undefined },
  place: HostSurroundings,
  stack: AsyncDisposableStack,
): Promise<Pick<HostOptions, "plan" | "choose">> {
  if (settings === undefined || (planner === "builtin" && summary === "off")) return {};
  const { url, timeoutMs, temperature, ...rest } = settings;
  // Only here, so that whoever has no model does not load what speaks to one.
  const { openModel } = await import("./open-model.ts");
  const { createModelPlanner } = await import("../host/models/model-planner.ts");
  const { createModelChooser } = await import("../host/models/model-chooser.ts");
  const trusted = await certificatesOf({ ca }, place);
  const { model } = stack.use(openModel({ url: url.href, ...rest, ...trusted }, place));
  const options = { model, timeoutMs, temperature, clock: place.clock };
  return {
    ...(planner === "model" && { plan: createModelPlanner(options) }),
    ...(summary !== "off" && { choose: createModelChooser(options) }),
  };
}

/** The day that it is here. */
function dayOf(ms: number): string {
  const now = new Date(ms);
  const [month, day] = [now.getMonth() + 1, now.getDate()];
  return [now.getFullYear(), month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

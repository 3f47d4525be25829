import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Lock } from "@toolcourt/contracts/internal/lock/lock";
import {
  contractDigest,
  effects,
  envelopeIn,
  isJsonObject,
  own,
  type ToolContract,
} from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { settingsOfServerTool } from "../../catalog/admission/find-settings.ts";
import type { RegisteredTool, Snapshot } from "../../catalog/snapshot.ts";
import { repairOf } from "../../catalog/tool-state.ts";
import type { Config } from "../../config/config.ts";
import type { HttpSetConfig } from "../../config/http-sets.ts";
import type { Origin } from "../../config/load.ts";
import type { ServerConfig } from "../../config/offering.ts";
import { type Clauses, defaultClausesOf } from "../../pipeline/clause-counters.ts";
import type { StoredGrant } from "../../stores/grant-store.ts";
import type { FoundConfig } from "../find-config.ts";
import type { PolicyLimits } from "../policy-limits.ts";
import { type ExplainedEndpoint, explainedEndpoints, type KnownEndpoints } from "./endpoints.ts";
import { type ExplainedLimit, withLimits } from "./limits.ts";
import { originsIn } from "./origins.ts";

/** A setting and its source. */
export interface Explained<Value> {
  readonly value: Value;
  readonly from:
    | Origin
    | { readonly kind: "contract" }
    | { readonly kind: "undeclared" }
    | { readonly kind: "policy"; readonly file: string; readonly limit: string };
}

/** Everything that applies to one tool, and why. */
export interface Explanation {
  readonly tool: string;
  readonly state:
    | "callable"
    | "nonconformant"
    | "drifted"
    | "withdrawn"
    | "not-admitted"
    | "unreviewed"
    | "name-taken"
    | "removed";
  readonly server: string;
  readonly name: string;
  /** The command that makes a held tool callable. Unset if there is none. */
  readonly repair?: string;
  readonly home: "local" | "server";
  /** Address of the server. Unset for local tools. */
  readonly address?: string;
  /** The connection of an HTTP tool. Unset for other tools. */
  readonly connection?: HttpSetConfig["connection"];
  readonly mode?: ServerConfig["mode"];
  readonly profiles: readonly string[];
  readonly effect: ToolContract["effect"];
  readonly effectBecause: string;
  /** Source of the structured content. Set only if an overlay defines it. */
  readonly result?: ToolContract["result"];
  readonly settings: {
    readonly maxInstances: Explained<number>;
    readonly timeoutMs: Explained<number>;
    /** Set only if a limit of the policy caps it for all callers. */
    readonly retries?: Explained<number>;
    readonly resultBytes?: Explained<number>;
    readonly approval: Explained<string>;
  };
  /** Limits of the policy for some callers. Unset if there are none. */
  readonly limits?: readonly ExplainedLimit[];
  /** Active grants that cover calls of it. Unset if there are none. */
  readonly grants?: readonly ExplainedGrant[];
  /** The endpoints that offer it. Unset if the configuration has none. */
  readonly endpoints?: readonly ExplainedEndpoint[];
  /** The tools that it may call. Unset if it calls none. */
  readonly steps?: readonly ExplainedStep[];
  readonly clauses: Clauses;
  readonly hints: ServerConfig["hints"];
  readonly allowedRequests: ServerConfig["allowedRequests"];
  readonly lock: "none" | "new" | "same" | "different";
  readonly approved?: { readonly at: string; readonly by: string };
  /** How the tool differs from its lock. Set only if it is held for drift. */
  readonly difference?: string;
  /** The name that the tool would take, and its owner. Set only if it is held for that. */
  readonly wants?: { readonly name: string; readonly owner: string };
  /** The replacement of a tool past its removal date. */
  readonly replacement?: string | undefined;
  readonly digest: string;
  readonly findings: RegisteredTool["findings"];
}

export interface ExplainedGrant {
  readonly id: string;
  readonly principal: string;
  readonly tenant: string | null;
  readonly left: number;
  /** ISO 8601 timestamp. */
  readonly expiresAt: string;
  /** Whether it was given for the current contract. Otherwise it covers no call. */
  readonly isCurrent: boolean;
}

export interface Known {
  readonly config: Config;
  readonly found: FoundConfig;
  /** The lock as read before the start. */
  readonly lock: Lock | undefined;
  readonly gateway: {
    readonly registry: { readonly current: () => Snapshot };
    /** Default: there are none. */
    readonly endpoints?: KnownEndpoints;
  };
  /** Limits of the policy. Undefined if they are not known. */
  readonly limits: Pick<PolicyLimits, "file" | "limits"> | undefined;
  /** The active grants for the tool. Default: none. */
  readonly grants?: readonly StoredGrant[];
  /** Whether a tool is the host, whose calls depend on the question. Default: none is. */
  readonly isHost?: IsHost;
}

type IsHost = (tool: RegisteredTool) => boolean;

/** Combines the configuration, the contract and the lock of a tool. */
export function explanationOf(tool: RegisteredTool, known: Known): Explanation {
  const { publicName, contract, home, findings, hold } = tool;
  const { server, name, effect, digest } = contract;
  const settings = known.config.toolbox.servers.find((each) => each.name === server);
  const steps = explainedSteps(tool, known.gateway.registry.current(), known.isHost);
  return {
    ...(settings ? policyOf(settings) : ownPolicy(contract, known.config.toolbox.localProfiles)),
    tool: publicName,
    state: hold?.kind ?? "callable",
    server,
    name,
    home: home.kind,
    effect,
    effectBecause: whyEffect(contract),
    result: contract.result,
    ...withLimits(explainedSettings(tool, known), tool, known.limits),
    ...explainedGrants(tool, known.grants),
    ...explainedEndpoints(tool, known.config, known.gateway.endpoints),
    ...(steps.length > 0 && { steps }),
    ...lockState(tool, known.lock),
    ...whyHeld(hold),
    ...defined({ repair: repairOf(tool) }),
    digest,
    findings,
  };
}

function explainedGrants(
  { publicName, contract }: RegisteredTool,
  found: Known["grants"] = [],
): Pick<Explanation, "grants"> {
  const grants = found.map(({ id, principal, tenant, maxUses, used, expiresAt, tools }) => ({
    id,
    principal,
    tenant,
    left: maxUses - used,
    expiresAt: new Date(expiresAt).toISOString(),
    isCurrent: tools[publicName] === contract.digest,
  }));
  return grants.length === 0 ? {} : { grants };
}

function whyHeld(
  hold: RegisteredTool["hold"],
): Pick<Explanation, "difference" | "wants" | "replacement"> {
  if (hold?.kind === "drifted") return { difference: hold.difference };
  if (hold?.kind === "name-taken") return { wants: { name: hold.name, owner: hold.owner } };
  return hold?.kind === "removed" ? { replacement: hold.replacement } : {};
}

type Policy = Pick<
  Explanation,
  "address" | "connection" | "mode" | "profiles" | "clauses" | "hints" | "allowedRequests"
>;

/** Returns the policy of local tools: hints by their contract, and no questions to the caller. */
function ownPolicy({ output }: ToolContract, profiles: readonly ProfileName[]): Policy {
  return {
    profiles,
    clauses: defaultClausesOf(profiles),
    hints: envelopeIn(output) === undefined ? "off" : "envelope",
    allowedRequests: [],
  };
}

function policyOf(settings: ServerConfig): Policy {
  const { address, mode, profiles, clauses, hints, allowedRequests, transport } = settings;
  const over = transport.kind === "http_tools" && { connection: transport.connection };
  return { address, mode, profiles, clauses, hints, allowedRequests, ...over };
}

/** Returns the configuration path of a server or HTTP set, such as `mcps[0]`. */
function placeOf(server: string, servers: readonly ServerConfig[]): string {
  const wanted = servers.find(({ name }) => name === server);
  const isSet = wanted?.transport.kind === "http_tools";
  const alike = servers.filter(({ transport }) => (transport.kind === "http_tools") === isSet);
  return `${isSet ? "http" : "mcps"}[${alike.findIndex((each) => each === wanted)}]`;
}

function whyEffect({ terms, asReceived }: ToolContract): string {
  const annotations = own(asReceived, "annotations");
  if (isJsonObject(annotations) && own(annotations, "destructiveHint") === true) {
    return "its server says that it destroys";
  }
  if (terms.effect !== undefined) return "declared";
  if (terms.category !== undefined) return `its category is ${terms.category}`;
  return "not declared: counts as write; readOnlyHint is ignored";
}

function explainedSettings(
  { contract, settings }: RegisteredTool,
  { config, found }: Known,
): Explanation["settings"] {
  const { toolbox, toolboxPath } = config;
  const explicit = settingsOfServerTool(toolbox.tools, contract.server, contract.name);
  const entry = explicit === undefined ? -1 : toolbox.tools.indexOf(explicit);
  const listed = placeOf(contract.server, toolbox.servers);
  const written = originsIn(found);
  const from = (key: string): Origin =>
    written.get(`${toolboxPath}.tools[${entry}].${key}`) ??
    written.get(`${toolboxPath}.${listed}.default_tool_config.${key}`) ??
    written.get(`${toolboxPath}.${listed}.${key}`) ?? { kind: "default" };
  return {
    maxInstances: { value: settings.maxInstances, from: from("max_instances") },
    timeoutMs: { value: settings.timeoutMs, from: from("timeout") },
    approval: {
      value: settings.approval,
      from: unsaidApproval({ contract, settings }, toolbox, explicit) ?? from("approval"),
    },
  };
}

/** Returns where an approval comes from that the configuration does not set. */
function unsaidApproval(
  { contract, settings }: Pick<RegisteredTool, "contract" | "settings">,
  { servers }: Config["toolbox"],
  explicit: ReturnType<typeof settingsOfServerTool>,
): Explained<unknown>["from"] | undefined {
  const server = servers.find(({ name }) => name === contract.server);
  const { approval: said } = { ...server, ...server?.defaults, ...explicit };
  if (settings.approval === said || settings.approval === "none") return undefined;
  return { kind: settings.isUndeclared ? "undeclared" : "contract" };
}

function lockState(
  { contract, home }: RegisteredTool,
  lock: Lock | undefined,
): Pick<Explanation, "lock" | "approved"> {
  const { server, name, asReceived } = contract;
  if (home.kind === "local") return { lock: "none" };
  const locked = lock?.servers.get(server)?.get(name);
  if (locked === undefined) return { lock: "new" };
  const same = locked.digest === contractDigest({ server, asReceived });
  return {
    lock: same ? "same" : "different",
    approved: { at: locked.approvedAt, by: locked.approvedBy },
  };
}

/** A tool that another tool may call, and its current state. */
export interface ExplainedStep {
  readonly tool: string;
  readonly state: "callable" | "held" | "unknown" | "stronger";
}

/** Returns the declared steps of a tool. Empty for the host. */
export function explainedSteps(
  tool: RegisteredTool,
  { tools }: Pick<Snapshot, "tools">,
  isHost: IsHost = () => false,
): readonly ExplainedStep[] {
  const { terms } = tool.contract;
  if (isHost(tool)) return [];
  return (terms.steps ?? []).map((step) => ({ tool: step, state: stateOf(tool, tools.get(step)) }));
}

function stateOf(tool: RegisteredTool, step: RegisteredTool | undefined): ExplainedStep["state"] {
  if (step === undefined) return "unknown";
  if (step.hold !== undefined) return "held";
  return rankOf(step) > rankOf(tool) ? "stronger" : "callable";
}

function rankOf({ contract }: RegisteredTool): number {
  return effects.indexOf(contract.effect);
}

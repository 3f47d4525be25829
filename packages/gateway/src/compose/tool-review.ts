import { receivedDigest } from "@toolcourt/contracts/internal/judge/received-digest";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { leafDifferences } from "@toolcourt/contracts/internal/revisions/leaf-differences";
import type { JsonObject } from "@toolcourt/sdk";
import { isRefusedForSize } from "../catalog/admission/conformance.ts";
import { heldTools } from "../catalog/held-tools.ts";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import { isOperator, tenantOf } from "../edge/admin/operator.ts";
import type { AdminSender } from "../edge/admin/part.ts";
import { decisionJson, lockedJson, orNull, type ToolDrift } from "../edge/admin/tool-drift.ts";
import type { ToolReview } from "../edge/admin/tools.ts";
import { isForAll } from "../governance/policy/caps.ts";
import { couldAllow } from "../governance/policy/evaluate.ts";
import type { Principal } from "../pipeline/call.ts";
import type { StoredAdmission } from "../stores/admission-store.ts";
import type { StoredGrant } from "../stores/grant-store.ts";
import type { Review } from "./decide-on-calls.ts";
import { explanationOf } from "./explain/explanation.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { policyLimitsIn } from "./policy-limits.ts";
import { createRevise, type Revise } from "./revise/revise-apart.ts";

export interface ToolReviewDeps {
  readonly configured: ConfiguredGateway;
  /** The services of the gateway that is current. */
  readonly review: () => Review;
  readonly clock: Clock;
}

/** Shows the tools of a running gateway, with what applies to each and why. */
export function toolReviewOf(deps: ToolReviewDeps): ToolReview {
  const { gateway } = deps.configured;
  const revise = createRevise(deps.clock);
  return {
    snapshot: () => gateway.registry.current(),
    isSeenBy: (principal, tool) => isSeenBy(deps.configured, principal, tool),
    describe: (tool, sender) => describe(deps, tool, sender),
    driftOf: (tool) => driftOf(deps, tool, revise),
  };
}

/** A tenant knows the tools that it could call, and those that every caller's list has. */
export function isSeenBy(
  configured: Pick<ConfiguredGateway, "inForce" | "authority">,
  principal: Principal,
  tool: RegisteredTool,
): boolean {
  if (isOperator(principal) || principal.tenant === undefined) return true;
  const { config } = configured.inForce;
  if (config.list === "all" && tool.hold === undefined) return true;
  const state = configured.authority?.policy.state();
  return state?.kind === "usable" && couldAllow(state.policy, principal, tool);
}

/** No contract that a rule accepts has a longer one. */
const maxDescription = 131_072;

/** Shows no contract that is too large for a review, as the rule about sizes says. */
async function describe(
  deps: ToolReviewDeps,
  tool: RegisteredTool,
  sender: AdminSender,
): Promise<object> {
  const { contract, findings } = tool;
  const { gateway } = deps.configured;
  const locked = gateway.registry.lock().servers.get(contract.server)?.get(contract.name);
  const decision = await decisionAbout(deps, tool);
  const isTooLarge = isRefusedForSize(tool);
  return {
    description: contract.description.slice(0, maxDescription).toWellFormed(),
    contract: {
      digest: contract.digest,
      lockDigest: receivedDigest(contract),
      received: isTooLarge ? null : contract.asReceived,
      presented: isTooLarge ? null : presented(deps, tool),
    },
    lock: orNull(locked, lockedJson),
    decision: orNull(decision, decisionJson),
    explanation: await explain(deps, tool, sender),
    rules: Object.fromEntries(
      findings.map(({ rule }) => {
        const { summary = "", why = "" } = allRules.find(({ id }) => id === rule) ?? {};
        return [rule, { summary, why }];
      }),
    ),
    counts: countsOf(tool, deps.configured, sender),
  };
}

/** Counts of the calls of all tenants together belong to none of them. */
function countsOf(
  { publicName }: RegisteredTool,
  { gateway }: ConfiguredGateway,
  { principal }: AdminSender,
): readonly object[] {
  if (principal.tenant !== undefined) return [];
  return gateway.counters
    .counts()
    .filter((count) => count.tool === publicName)
    .map(({ clause, checked, broken }) => ({ clause, checked, broken }));
}

/** Returns the tool as callers get it. A held one is in no list. */
function presented({ configured }: ToolReviewDeps, tool: RegisteredTool): JsonObject {
  const { contract, publicName } = tool;
  const { registry } = configured.gateway;
  const listed = registry.current().listed.find(({ name }) => name === publicName);
  if (listed !== undefined) return listed;
  const offered = registry.offered().get(contract.server) ?? [];
  const held = offered.find((each) => each.contract.name === contract.name);
  return { ...(held?.shown ?? contract.asReceived), name: publicName };
}

async function explain(
  { configured, review, clock }: ToolReviewDeps,
  tool: RegisteredTool,
  { principal, may }: AdminSender,
): Promise<object> {
  const { gateway } = configured;
  const { found, config, hostTool } = configured.inForce;
  const limits = limitsFor(principal, configured);
  const grants = may("grants:read") ? await grantsFor(tool, review(), principal) : [];
  const isHost = ({ home }: RegisteredTool): boolean =>
    home.kind === "local" && home.tool === hostTool?.tool;
  const now = clock.now();
  return explanationOf(tool, {
    found,
    config,
    gateway,
    limits,
    isHost,
    lock: gateway.registry.lock(),
    grants: grants.filter(({ expiresAt }) => expiresAt > now),
  });
}

/** The policy names all tenants: one of them learns of the limits that are for every caller. */
function limitsFor(
  { tenant }: Principal,
  { authority, inForce }: ConfiguredGateway,
): ReturnType<typeof policyLimitsIn> {
  const known = policyLimitsIn(authority?.policy.state(), inForce.config.authority.policy);
  if (known === undefined || tenant === undefined) return known;
  return { ...known, limits: known.limits.filter(isForAll) };
}

/** An explanation with more would help little. */
const maxGrants = 100;

async function grantsFor(
  { publicName, contract: { server } }: RegisteredTool,
  { grants }: Review,
  principal: Principal,
): Promise<readonly StoredGrant[]> {
  const wanted = { state: "active", server, max: maxGrants, ...tenantOf(principal) } as const;
  const active = await grants.list(wanted);
  return active.filter(({ tools }) => Object.hasOwn(tools, publicName));
}

async function decisionAbout(
  { review }: ToolReviewDeps,
  { contract }: RegisteredTool,
): Promise<StoredAdmission | undefined> {
  const newest = await review().admissions.newest();
  return newest.find(({ server, tool }) => server === contract.server && tool === contract.name);
}

async function driftOf(
  deps: ToolReviewDeps,
  tool: RegisteredTool,
  revise: Revise,
): Promise<ToolDrift> {
  const { registry } = deps.configured.gateway;
  const { server, name, asReceived } = tool.contract;
  const locked = registry.lock().servers.get(server)?.get(name);
  const digest = receivedDigest(tool.contract);
  const held = heldTools(registry).find((each) => each.server === server && each.tool === name);
  const about = {
    locked,
    digest,
    decision: await decisionAbout(deps, tool),
    isAdmissible: held?.isAdmissible ?? false,
  };
  if (locked === undefined || locked.digest === digest) {
    return { ...about, changes: [], revised: undefined };
  }
  if (isRefusedForSize(tool)) return { ...about, changes: undefined, revised: undefined };
  const changes = [...leafDifferences(locked.contract, asReceived)];
  const digests = [locked.digest, digest] as const;
  const pair = { server, tool: name, was: locked.contract, now: asReceived, digests };
  return { ...about, changes, revised: await revise(pair) };
}

import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { ProfileName } from "@toolcourt/sdk/rules";
import type { AdmissionDesk } from "../catalog/admission-desk.ts";
import type { Snapshot } from "../catalog/snapshot.ts";
import type { Approvals, Checks } from "../governance/approvals/approvals.ts";
import { createApproveStage } from "../governance/approvals/approve-stage.ts";
import { noPolicy } from "../governance/approvals/proposal.ts";
import { createSettle } from "../governance/approvals/settle.ts";
import type { StateSeal } from "../governance/approvals/state.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import type { CallDesk } from "../governance/calls/call-desk.ts";
import type { Grants } from "../governance/grants/grants.ts";
import { type HolderOf, isKeyHolder } from "../governance/identity/static-keys.ts";
import { createAccessOf } from "../governance/policy/access.ts";
import { createAuthorize } from "../governance/policy/authorize.ts";
import type { CurrentPolicy } from "../governance/policy/open-policy.ts";
import type { PolicyPrincipal } from "../governance/policy/question.ts";
import type { QuarantineDesk } from "../governance/results/quarantine-desk.ts";
import { Drafts } from "../http-tools/drafts/drafts.ts";
import { type AuthorizedCall, setGrant } from "../pipeline/call.ts";
import type { Authority } from "../pipeline/open-pipeline.ts";
import type { Rounds } from "../pipeline/rounds.ts";
import type { JudgesSequences } from "../pipeline/stages/unjudged.ts";

import type { DurableStores } from "../stores/durable-stores.ts";
import { admissionDesk } from "./open-admissions.ts";
import { approvalsOver } from "./open-approvals.ts";
import { callDesk } from "./open-calls.ts";
import { grantsOver } from "./open-grants.ts";
import { quarantineDesk } from "./open-quarantine.ts";
import { draftAudit } from "./set-drafts.ts";

/** Decides on calls, and holds the stores for reviewers. */
export interface Decisions extends Authority {
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly permits: Permits;
  readonly drafts: Drafts;
  readonly quarantine: QuarantineDesk;
  readonly admissions: AdmissionDesk;
  readonly calls: CallDesk;
}

/** The services for reviewers. */
export type Review = Omit<Decisions, keyof Authority>;

export interface DecisionStores {
  readonly stores: DurableStores;
  readonly seal: StateSeal;
  readonly rounds: Rounds;
  readonly policy: CurrentPolicy;
  readonly subjects: Subjects;
  /** Judges calls by what was before them. */
  readonly sequences: JudgesSequences;
  /** Number of approvers for a destructive tool with operator approval. */
  readonly approvers: number;
}

export interface DecisionDeps extends Pick<Runtime, "clock" | "randomBytes"> {
  /** Looks up the current holder of a key. Default: unknown. */
  readonly holderOf?: HolderOf;
  /** Profiles for the tools of a draft set. */
  readonly profilesOf?: (set: string) => readonly ProfileName[];
}

/** The approver at the time of the decision. */
interface Decider {
  readonly by: string;
  readonly roles: readonly string[];
  /** The tenant of the approved request. */
  readonly tenant: string | null;
}

/** Whether the policy grants a permission, and through which roles. */
type Permit =
  | { readonly kind: "permitted"; readonly roles: readonly string[] }
  | { readonly kind: "missing" }
  /** There is no usable policy, so nothing is permitted. */
  | { readonly kind: "unusable" };

type Permits = (principal: PolicyPrincipal, permission: string) => Permit;

/** Decides on calls by policy, and by approval where needed. */
export function decideOnCalls(
  current: () => Snapshot,
  { stores, seal, rounds, policy, subjects, approvers, sequences }: DecisionStores,
  deps: DecisionDeps,
): Decisions {
  const { clock, randomBytes, profilesOf = () => ["core"], holderOf = () => undefined } = deps;
  const authorize = createAuthorize({ policy, clock });
  const isAllowed = createIsAllowed(authorize);
  const permits = createPermits(policy);
  const mayDecide = createMayDecide(permits, holderOf);
  const checks: Checks = {
    contractOf: (tool) => {
      const registered = current().tools.get(tool);
      return registered?.hold === undefined ? registered?.contract.digest : undefined;
    },
    policyVersion: () => {
      const state = policy.state();
      return state.kind === "usable" ? state.policy.version : noPolicy;
    },
    mayCall: (_binding, call) => call !== undefined && isAllowed(call),
    mayApprove: (yes, { tenant }) => mayDecide({ ...yes, tenant }, "approvals:decide"),
    approversFor: ({ risk, from }) => (from === "operator" && risk === "destroy" ? approvers : 1),
  };
  const parts = { stores, subjects, clock, randomBytes };
  const approvals = approvalsOver(parts, checks);
  const grants = grantsOver(parts, {
    tools: () => current().tools,
    mayCall: isAllowed,
    // A grant outlasts many revocations, so the stored roles of a key alone are not enough.
    mayGive: (giver, tenant) =>
      !(isKeyHolder(giver.by) && holderOf(giver.by) === undefined) &&
      mayDecide({ ...giver, tenant }, "grants:give"),
  });
  return {
    ...accessBy(policy),
    authorize: (call) => {
      const { grant, principal } = authorize(call);
      setGrant(call, grant, principal);
      return call;
    },
    ...sequences,
    rounds,
    approve: createApproveStage({ approvals, seal, grants }),
    settle: createSettle(approvals),
    approvals,
    grants,
    permits,
    ...desksOver(parts),
    drafts: new Drafts({ store: stores.drafts, clock, profilesOf, ...draftAudit(subjects, clock) }),
  };
}

/** Where people look at what the stores keep. */
function desksOver(
  parts: Pick<DecisionStores, "stores" | "subjects"> & Pick<Runtime, "clock">,
): Pick<Decisions, "quarantine" | "admissions" | "calls"> {
  return {
    quarantine: quarantineDesk(parts),
    admissions: admissionDesk(parts),
    calls: callDesk(parts),
  };
}

/** Asks the current policy. Without a usable one nothing is allowed. */
function accessBy(policy: CurrentPolicy): Pick<Authority, "accessOf" | "allowsEveryCall"> {
  return {
    accessOf: createAccessOf(policy),
    allowsEveryCall: (principal, tool) => {
      const state = policy.state();
      return state.kind === "usable" && state.policy.allowsEveryCall(principal, tool);
    },
  };
}

/** Returns whether the policy still allows a call. */
function createIsAllowed(
  authorize: ReturnType<typeof createAuthorize>,
): (call: AuthorizedCall) => boolean {
  return (call) => {
    try {
      authorize(call);
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  };
}

type MaybeOperator = Omit<Decider, "roles"> & { readonly roles?: readonly string[] | undefined };

/** Returns whether a person has a permission now. It may be checked long after their decision. */
function createMayDecide(
  permits: Permits,
  holderOf: HolderOf,
): (decider: MaybeOperator, permission: string) => boolean {
  return ({ by, roles, tenant }, permission) => {
    // Local access to the store makes a user an operator. No authenticated id has this prefix.
    if (roles === undefined) return by.startsWith("operator:");
    const decider = approverNow({ by, roles, tenant }, holderOf);
    return decider !== undefined && permits(decider, permission).kind === "permitted";
  };
}

/**
 * Returns the approver with current rights. A key holder has the key's current roles, or none once
 * it is revoked. For tokens only the recorded roles are known.
 */
export function approverNow(
  { by, roles, tenant }: Decider,
  holderOf: HolderOf,
): PolicyPrincipal | undefined {
  const holder = holderOf(by);
  const known = { id: by, permissions: [], ...(tenant === null ? {} : { tenant }) };
  if (holder === undefined) return { ...known, roles };
  if (holder === "none" || (holder.tenant ?? null) !== tenant) return undefined;
  return { ...known, roles: holder.roles, kind: holder.isSystem ? "system" : "user" };
}

/** Checks the current policy. A permission needs a role that grants it. */
export function createPermits(policy: CurrentPolicy): Permits {
  return (principal, permission) => {
    const state = policy.state();
    if (state.kind === "unusable") return { kind: "unusable" };
    const { within } = state.policy;
    const standing = state.policy.standingOf(principal);
    const isMissing =
      standing.missing([permission]).length > 0 ||
      (within !== undefined && within.standingOf(principal).missing([permission]).length > 0);
    return isMissing ? { kind: "missing" } : { kind: "permitted", roles: [...standing.roles] };
  };
}

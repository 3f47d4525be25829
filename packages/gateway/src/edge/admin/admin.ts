import type { ServerResponse } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import type { Approvals, DecideResult, Seen } from "../../governance/approvals/approvals.ts";
import { readBinding } from "../../governance/approvals/binding.ts";
import { changedArguments, summaryJson } from "../../governance/approvals/summary.ts";
import { shownJson } from "../../governance/approvals/visible.ts";
import type { Grants } from "../../governance/grants/grants.ts";
import type { QuarantineDesk } from "../../governance/results/quarantine-desk.ts";
import type { Drafts } from "../../http-tools/drafts/drafts.ts";
import type { Principal } from "../../pipeline/call.ts";
import type { AuthenticatedRequest, Callers } from "../callers.ts";
import type { OpenAdmin } from "../entrance.ts";
import type { RefusedReading } from "../read-request.ts";
import { isAboutAdmissions } from "./admission-requests.ts";
import { type AdmissionReview, answerAboutAdmissions } from "./admissions.ts";
import { askIn, cursorBehind, digestIn, idFor, type PageAsked } from "./approval-requests.ts";
import { isAboutDrafts } from "./draft-requests.ts";
import { answerAboutDrafts } from "./drafts.ts";
import { isAboutGrants } from "./grant-requests.ts";
import { answerAboutGrants } from "./grants.ts";
import { answerAboutQuarantine } from "./quarantine.ts";
import { isAboutQuarantine } from "./quarantine-requests.ts";
import { type AskReload, answerAboutReload, isAboutReload } from "./reload.ts";
import { sendJson, sendRefusal } from "./respond.ts";
import { isAboutServers, serversPermission } from "./server-requests.ts";

export interface AdminDeps {
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly drafts: Drafts;
  readonly quarantine: QuarantineDesk;
  readonly admissions: AdmissionReview;
  /** Asks the current policy for a permission, and for the roles that grant it. */
  readonly permits: (principal: Principal, permission: string) => Permit;
  /** Returns the tool's current contract. */
  readonly contractOf: (tool: string) => DescribedContract | undefined;
  /** Describes every configured server, without credentials. */
  readonly servers: () => Promise<readonly object[]>;
  /** Reloads the gateway. Default: it cannot be reloaded. */
  readonly askReload?: AskReload | undefined;
}

type Permit =
  | { readonly kind: "permitted"; readonly roles: readonly string[] }
  | { readonly kind: "missing" | "unusable" };

/**
 * Serves the admin API, where people review and decide approval requests over HTTP. Requires an
 * identity.
 */
export function createAdmin(deps: AdminDeps): OpenAdmin {
  return (callers, shutdown) => async (request, response) => {
    const run = shutdown.begin();
    response.once("close", () => shutdown.end(run));
    if (shutdown.isClosing()) {
      sendRefusal(response, { error: new Refusal("admin-unavailable", { because: "stopping" }) });
      return;
    }
    const stranger = await callers.identify(request);
    if (stranger !== undefined) {
      sendAuthRefusal(response, stranger);
      return;
    }
    try {
      sendJson(response, await answer(deps, callers, request));
    } catch (error) {
      sendRefusal(response, { error });
    }
  };
}

interface Topic {
  readonly isAbout: (request: AuthenticatedRequest) => boolean;
  readonly answer: (
    deps: AdminDeps,
    principal: Principal,
    request: AuthenticatedRequest,
  ) => Promise<JsonObject>;
}

/** Everything but approvals. */
const topics: readonly Topic[] = [
  {
    isAbout: isAboutDrafts,
    answer: (deps, principal, request) =>
      answerAboutDrafts({ drafts: deps.drafts, principal }, request, (any) =>
        permittedAny(deps, principal, any),
      ),
  },
  {
    isAbout: isAboutGrants,
    answer: (deps, principal, request) =>
      answerAboutGrants({ grants: deps.grants, principal }, request, (permission) =>
        rolesFor(deps, principal, permission),
      ),
  },
  {
    isAbout: isAboutQuarantine,
    answer: (deps, principal, request) =>
      answerAboutQuarantine({ quarantine: deps.quarantine, principal }, request, (permission) =>
        permittedAny(deps, principal, [permission]),
      ),
  },
  {
    isAbout: isAboutAdmissions,
    answer: (deps, principal, request) =>
      answerAboutAdmissions({ admissions: deps.admissions, principal }, request, (permission) =>
        permittedAny(deps, principal, [permission]),
      ),
  },
  {
    isAbout: isAboutReload,
    answer: async (deps, principal, request) => {
      const { askReload } = deps;
      if (askReload === undefined) throw new Refusal("request-invalid", { because: "path" });
      const permit = (permission: string): void => permittedAny(deps, principal, [permission]);
      return answerAboutReload(askReload, request, { permit, principal });
    },
  },
  {
    isAbout: isAboutServers,
    answer: async (deps, principal) => {
      permittedAny(deps, principal, [serversPermission]);
      return { servers: (await deps.servers()).map((server) => ({ ...server })) };
    },
  },
];

/** Checks in an order that leaks nothing: the route, then the permission, then existence. */
async function answer(
  deps: AdminDeps,
  { principalOf }: Callers,
  request: AuthenticatedRequest,
): Promise<JsonObject> {
  const principal = principalOf(request.auth);
  const topic = topics.find(({ isAbout }) => isAbout(request));
  if (topic !== undefined) return topic.answer(deps, principal, request);
  const ask = askIn(request);
  const permission = ask.kind === "decide" ? "approvals:decide" : "approvals:read";
  const roles = rolesFor(deps, principal, permission);
  if (ask.kind === "list") return list(deps, principal, ask.page);
  if (ask.kind === "show") return show(deps, principal, idFor(ask.id));
  const digest = await digestIn(request, ask.to);
  return decide(deps, { ...ask, id: idFor(ask.id), digest, principal, roles });
}

/** Requires one of several permissions. Reports the first one as missing. */
function permittedAny(
  { permits }: AdminDeps,
  principal: Principal,
  permissions: readonly string[],
): void {
  const found = permissions.map((permission) => permits(principal, permission).kind);
  if (found.includes("permitted")) return;
  if (found.includes("unusable")) throw new Refusal("admin-unavailable", { because: "policy" });
  throw new Refusal("permission-missing", { missing: permissions[0] ?? "" });
}

/** Returns the roles that grant a permission. */
function rolesFor(
  { permits }: AdminDeps,
  principal: Principal,
  missing: string,
): readonly string[] {
  const permit = permits(principal, missing);
  if (permit.kind === "permitted") return permit.roles;
  if (permit.kind === "missing") throw new Refusal("permission-missing", { missing });
  throw new Refusal("admin-unavailable", { because: "policy" });
}

async function list(
  { approvals }: AdminDeps,
  principal: Principal,
  { max, ...page }: PageAsked,
): Promise<JsonObject> {
  const tenant = principal.tenant ?? null;
  const found = await approvals.list({ ...page, tenant, max: max + 1 });
  const shown = found.slice(0, max);
  const last = shown.at(-1);
  const isMore = found.length > max && last !== undefined;
  return { approvals: shown.map(summaryJson), ...(isMore && { next: cursorBehind(last) }) };
}

async function show(
  { approvals, contractOf }: AdminDeps,
  principal: Principal,
  id: string,
): Promise<JsonObject> {
  const viewer = { by: principal.id, tenant: principal.tenant ?? null };
  const seen = await approvals.show(id, viewer);
  if (seen === undefined) throw refusals.unknown;
  const shown = approvalJson(seen, contractOf(seen.approval.tool));
  if (shown === undefined) throw refusals.differs;
  return shown;
}

interface Deciding {
  readonly id: string;
  readonly to: "approved" | "denied" | "revoked";
  readonly digest: string | undefined;
  readonly principal: Principal;
  readonly roles: readonly string[];
}

async function decide(
  { approvals }: AdminDeps,
  { id, to, digest, principal, roles }: Deciding,
): Promise<JsonObject> {
  const tenant = principal.tenant ?? null;
  // A program that holds its user's token must not approve its own call.
  const verdict = { to, by: principal.id, tenant, roles, self: "never" as const };
  const result = await approvals.decide(
    id,
    digest === undefined ? verdict : { ...verdict, digest },
  );
  if (result.kind === "decided" || result.kind === "again") return summaryJson(result.approval);
  throw refusalOf(result);
}

type Objection = Exclude<DecideResult, { readonly kind: "decided" | "again" }>;

function refusalOf(result: Objection): Refusal {
  if (result.kind === "settled") return new Refusal("approval-settled", { state: result.state });
  if (result.kind === "expired") return new Refusal("approval-settled", { state: "expired" });
  return refusals[result.kind];
}

const refusals = {
  unknown: new Refusal("approval-unknown", {}),
  own: new Refusal("approval-own", {}),
  differs: new Refusal("approval-differs", {}),
  "not-permitted": new Refusal("permission-missing", { missing: "approvals:decide" }),
} as const;

const strangers: ReadonlyMap<number, Refusal> = new Map<number, Refusal>([
  [400, new Refusal("identity-required", { because: "header" })],
  [401, new Refusal("identity-required", { because: "token" })],
  [403, new Refusal("identity-required", { because: "scope" })],
  [429, new Refusal("admin-unavailable", { because: "often" })],
]);

function sendAuthRefusal(response: ServerResponse, { status, headers = {} }: RefusedReading): void {
  const away = new Refusal("admin-unavailable", { because: "issuer" });
  sendRefusal(response, { error: strangers.get(status) ?? away, headers });
}

export interface DescribedContract {
  readonly digest: string;
  readonly description: string;
}

/**
 * Formats a request with everything that will run. Undefined if the stored data does not match what
 * was bound.
 */
function approvalJson(
  { approval, before }: Seen,
  now: DescribedContract | undefined,
): JsonObject | undefined {
  const intact = readBinding(approval);
  if (intact === undefined) return undefined;
  const { contract_hash: contract, answers } = intact.binding;
  const changed = before && changedArguments(approval, before);
  return {
    ...summaryJson(approval),
    contract,
    description: now?.digest === contract ? now.description : null,
    arguments: textsOf(intact.arguments),
    ...(answers === undefined ? {} : { answers: textsOf(answers) }),
    ...(before && changed && { lastRun: { id: before.id, changedArguments: changed } }),
    digest: approval.digest,
  };
}

/** Returns the exact bytes, and a form with every character visible: lookalikes may deceive. */
function textsOf(value: JsonObject): JsonObject {
  return { canonical: canonicalJson(value), visible: shownJson(value, "whole").text };
}

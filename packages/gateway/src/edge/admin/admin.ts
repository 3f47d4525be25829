import type { ServerResponse } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JsonObject } from "@toolcourt/sdk";
import type { Approvals } from "../../governance/approvals/approvals.ts";
import type { Grants } from "../../governance/grants/grants.ts";
import type { QuarantineDesk } from "../../governance/results/quarantine-desk.ts";
import type { Drafts } from "../../http-tools/drafts/drafts.ts";
import type { Principal } from "../../pipeline/call.ts";
import type { AuthenticatedRequest, Callers } from "../callers.ts";
import type { OpenAdmin } from "../entrance.ts";
import type { RefusedReading } from "../read-request.ts";
import { isAboutAdmissions } from "./admission-requests.ts";
import { type AdmissionReview, answerAboutAdmissions } from "./admissions.ts";
import { answerAboutApprovals, type DescribedContract } from "./approvals.ts";
import { isAboutDrafts } from "./draft-requests.ts";
import { answerAboutDrafts } from "./drafts.ts";
import { Events, type EventsDeps, type FollowerOfEvents, isAboutEvents } from "./events.ts";
import { isAboutGrants } from "./grant-requests.ts";
import { answerAboutGrants } from "./grants.ts";
import { answerMe, isAboutMe, type Permit } from "./me.ts";
import { answerOverview, isAboutOverview, type OverviewDeps } from "./overview.ts";
import { type AdminAnswer, type AdminPart, type AdminSender, send } from "./part.ts";
import { answerAboutQuarantine } from "./quarantine.ts";
import { isAboutQuarantine } from "./quarantine-requests.ts";
import { sendRefusal } from "./respond.ts";
import {
  answerAboutServers,
  isAboutServers,
  type NamedServer,
  serversFor,
  serversPermission,
} from "./server-requests.ts";

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
  readonly servers: () => Promise<readonly NamedServer[]>;
  /** Parts with routes of their own. Default: none. */
  readonly parts?: readonly AdminPart[] | undefined;
  /** What happens now, for the overview and for streams of events. Default: not observed. */
  readonly live?: LiveView | undefined;
}

/** What is observed while the console is on. */
export interface LiveView extends EventsDeps, Pick<OverviewDeps, "calls" | "servers" | "waiting"> {}

/**
 * Serves the admin API, where people review and decide approval requests over HTTP. Requires an
 * identity.
 */
export function createAdmin(deps: AdminDeps): OpenAdmin {
  const events = deps.live && new Events(deps.live);
  return (callers, shutdown) => async (request, response) => {
    const run = shutdown.begin();
    response.once("close", () => shutdown.end(run));
    if (shutdown.isClosing()) {
      sendRefusal(response, { error: new Refusal("admin-unavailable", { because: "stopping" }) });
      return;
    }
    const stranger = await callers.identify(request);
    // A client that has left meanwhile fires no second close event: its stream would never end.
    if (response.destroyed) return;
    if (stranger !== undefined) {
      sendAuthRefusal(response, stranger);
      return;
    }
    try {
      if (events !== undefined && isAboutEvents(request)) {
        // A stop does not wait for streams: they end with their connections.
        shutdown.end(run);
        events.answer(request, response, followerOf(deps, callers, request));
        return;
      }
      send(response, await answer(deps, callers, request));
    } catch (error) {
      sendRefusal(response, { error });
    }
  };
}

function followerOf(
  deps: AdminDeps,
  { principalOf, revocationOf }: Callers,
  { auth }: AuthenticatedRequest,
): FollowerOfEvents {
  const principal = principalOf(auth);
  const endsAt = (auth?.expiresAt ?? Infinity) * 1000;
  const isPermitted = permittedTo(deps, principal);
  return { principal, isPermitted, ended: revocationOf(auth), endsAt };
}

/** Returns whether a principal has a permission now. */
function permittedTo(
  { permits }: AdminDeps,
  principal: Principal,
): (permission: string) => boolean {
  return (permission) => permits(principal, permission).kind === "permitted";
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
    isAbout: isAboutOverview,
    answer: async (deps, principal) => {
      const { live, approvals, drafts, admissions } = deps;
      if (live === undefined) throw new Refusal("request-invalid", { because: "path" });
      const parts = { ...live, approvals, drafts, admissions };
      return answerOverview(parts, principal, permittedTo(deps, principal));
    },
  },
  {
    isAbout: isAboutServers,
    answer: (deps, principal, request) =>
      answerAboutServers(
        () => serversFor(principal, deps.servers),
        request,
        () => permittedAny(deps, principal, [serversPermission]),
      ),
  },
];

/** Checks in an order that leaks nothing: the route, then the permission, then existence. */
async function answer(
  deps: AdminDeps,
  { principalOf, sessionEndsAt }: Callers,
  request: AuthenticatedRequest,
): Promise<AdminAnswer> {
  const principal = principalOf(request.auth);
  if (isAboutMe(request)) {
    const permits = (permission: string): Permit => deps.permits(principal, permission);
    return answerMe({ principal, permits, sessionEndsAt: sessionEndsAt?.(request.auth) });
  }
  const part = deps.parts?.find(({ isAbout }) => isAbout(request));
  if (part !== undefined) return part.answer(request, senderOf(deps, principal));
  const topic = topics.find(({ isAbout }) => isAbout(request));
  if (topic !== undefined) return topic.answer(deps, principal, request);
  const { approvals, contractOf } = deps;
  return answerAboutApprovals({ approvals, contractOf, principal }, request, (permission) =>
    rolesFor(deps, principal, permission),
  );
}

function senderOf(deps: AdminDeps, principal: Principal): AdminSender {
  return {
    principal,
    may: permittedTo(deps, principal),
    require: (...any) => permittedAny(deps, principal, any),
  };
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

/** Returns the roles that grant a permission. Undefined for the operator, who needs none. */
function rolesFor(
  { permits }: AdminDeps,
  principal: Principal,
  missing: string,
): readonly string[] | undefined {
  const permit = permits(principal, missing);
  if (permit.kind === "permitted") return permit.roles;
  if (permit.kind === "missing") throw new Refusal("permission-missing", { missing });
  throw new Refusal("admin-unavailable", { because: "policy" });
}

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

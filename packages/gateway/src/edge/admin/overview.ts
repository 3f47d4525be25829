import type { IncomingMessage } from "node:http";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { JsonObject } from "@toolcourt/sdk";
import type { Approvals } from "../../governance/approvals/approvals.ts";
import type { Drafts } from "../../http-tools/drafts/drafts.ts";
import type { Principal } from "../../pipeline/call.ts";
import { bucketSeconds, type CallRing } from "../live/call-ring.ts";
import type { AdmissionReview } from "./admissions.ts";
import { type AdminPermission, isForPlain } from "./me.ts";
import { tenantOf } from "./operator.ts";

/** The path of the overview. Public: never renamed, never reused. */
export const overviewRoutes = [{ method: "GET", path: "/admin/v1/overview" }] as const;

export function isAboutOverview(request: IncomingMessage): boolean {
  return isForPlain(request, overviewRoutes);
}

/** The state of a server, and what went wrong with it last. */
export interface SeenServer {
  readonly name: string;
  readonly state: string;
  readonly lastError?: object | undefined;
}

/** What waits in the audit log and among the connections. Undefined if that is not known. */
export interface WaitingElsewhere {
  readonly unfinishedCalls: () => Promise<number | undefined>;
  readonly unsignedRows: () => Promise<number | undefined>;
  readonly expiringConnections: () => Promise<number | undefined>;
}

export interface OverviewDeps {
  readonly clock: Pick<Clock, "now">;
  readonly calls: Pick<CallRing, "buckets">;
  readonly approvals: Pick<Approvals, "list">;
  readonly drafts: Pick<Drafts, "list">;
  readonly admissions: Pick<AdmissionReview, "held">;
  readonly servers: () => readonly SeenServer[];
  readonly waiting: WaitingElsewhere;
}

/** More are shown as so many. */
const maxCounted = 1_000;

/**
 * Shows what waits for a person, the servers, and the calls of the last hour. What a permission is
 * missing for is null, or an empty list.
 */
export async function answerOverview(
  deps: OverviewDeps,
  principal: Principal,
  isPermitted: (permission: AdminPermission) => boolean,
): Promise<JsonObject> {
  const { clock, waiting } = deps;
  const tenant = tenantOf(principal);
  // The figures of all tenants together belong to none of them.
  const isOfAll = principal.tenant === undefined;
  const countIf = async (
    permissions: readonly AdminPermission[],
    count: () => Promise<number | undefined>,
  ): Promise<number | null> =>
    permissions.some(isPermitted) ? ((await count().catch(() => undefined)) ?? null) : null;
  const pending = { state: "pending", max: maxCounted, ...tenant } as const;
  const [approvals, heldTools, drafts, unfinishedCalls, unsignedRows, expiringConnections] =
    await Promise.all([
      countIf(["approvals:read"], async () => (await deps.approvals.list(pending)).length),
      countIf(["admissions:read"], async () => deps.admissions.held().length),
      countIf(
        ["drafts:review", "drafts:write"],
        async () => (await deps.drafts.list({ state: "pending" })).length,
      ),
      isOfAll ? countIf(["audit:read"], waiting.unfinishedCalls) : null,
      isOfAll ? countIf(["audit:read"], waiting.unsignedRows) : null,
      isOfAll ? countIf(["connections:read"], waiting.expiringConnections) : null,
    ]);
  const servers = isPermitted("servers:read") ? deps.servers() : [];
  const buckets = isOfAll && isPermitted("calls:read") ? deps.calls.buckets() : [];
  return {
    at: new Date(clock.now()).toISOString(),
    waiting: {
      approvals,
      heldTools,
      drafts,
      unfinishedCalls,
      unsignedRows,
      expiringConnections,
    },
    servers: servers.map(({ name, state, lastError }) => ({
      name,
      state,
      ...(lastError && { lastError: { ...lastError } }),
    })),
    calls: {
      bucketSeconds,
      buckets: buckets.map(({ at, ...counts }) => ({ at: new Date(at).toISOString(), ...counts })),
    },
  };
}

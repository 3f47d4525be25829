import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import type { JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../../pipeline/call.ts";

/** The path of the sender's own rights. Public: never renamed, never reused. */
export const meRoutes = [{ method: "GET", path: "/admin/v1/me" }] as const;

/** Every permission that the admin API asks for. */
export const adminPermissions = [
  "admissions:decide",
  "admissions:read",
  "approvals:decide",
  "approvals:read",
  "audit:close",
  "audit:read",
  "audit:verify",
  "calls:read",
  "configuration:read",
  "configuration:reload",
  "connections:manage",
  "connections:read",
  "drafts:review",
  "drafts:write",
  "grants:give",
  "grants:read",
  "host:ask",
  "policy:read",
  "policy:write",
  "quarantine:forget",
  "quarantine:read",
  "results:read",
  "runs:read",
  "servers:read",
  "tools:read",
  "tools:try",
] as const;

export type AdminPermission = (typeof adminPermissions)[number];

/** Whether the current policy grants a permission. */
export type Permit =
  /** Without roles for the operator at this machine, whose rights rest on no policy. */
  | { readonly kind: "permitted"; readonly roles?: readonly string[] }
  | { readonly kind: "missing" | "unusable" };

/** Tells whether a request is for one address that can only be read, without a query. */
export function isForPlain(
  { url = "", method = "" }: IncomingMessage,
  [route]: readonly [{ readonly method: string; readonly path: string }],
): boolean {
  const [path = "", ...queries] = url.split("?");
  if (path !== route.path) return false;
  if (method !== route.method) {
    throw new Refusal("request-invalid", { because: "method", allow: route.method });
  }
  if (queries.length > 0) throw new Refusal("request-invalid", { because: "query" });
  return true;
}

export function isAboutMe(request: IncomingMessage): boolean {
  return isForPlain(request, meRoutes);
}

export interface MeDeps {
  readonly principal: Principal;
  readonly permits: (permission: string) => Permit;
  /** When the session of the console ends. Undefined for a token. */
  readonly sessionEndsAt: number | undefined;
}

/** Tells the sender who it is here. Needs no permission. */
export function answerMe({ principal, permits, sessionEndsAt }: MeDeps): JsonObject {
  const { id, tenant, roles: own = [] } = principal;
  const found = adminPermissions.map((each) => [each, permits(each)] as const);
  const roles = found.flatMap(([, permit]) =>
    permit.kind === "permitted" ? (permit.roles ?? []) : [],
  );
  return {
    principal: { id, ...(tenant !== undefined && { tenant }) },
    roles: [...new Set([...own, ...roles])].toSorted(),
    permissions: Object.fromEntries(
      found.map(([permission, { kind }]) => [permission, kind === "permitted"]),
    ),
    console:
      sessionEndsAt === undefined ? null : { expiresAt: new Date(sessionEndsAt).toISOString() },
    version,
  };
}

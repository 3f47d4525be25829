import { adminPermissions } from "@toolcourt/gateway/internal/edge/admin/me";
import type { JsonObject } from "@toolcourt/sdk";

const permissions: readonly string[] = adminPermissions;

/** Returns a principal with these permissions. Default: all. */
export function meWith(granted: readonly string[] = permissions): JsonObject {
  return {
    principal: { id: "operator:olga" },
    roles: ["reviewer"],
    permissions: Object.fromEntries(permissions.map((each) => [each, granted.includes(each)])),
    console: { expiresAt: new Date(Date.now() + 11 * 3_600_000).toISOString() },
    version: "0.1.0",
  };
}

import { auditPart } from "../edge/admin/audit.ts";
import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";
import { resultsPart } from "../edge/admin/results.ts";
import type { OpenAuthority } from "./open-authority.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps {
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
  /** The parts of the gateway that stay over a reload. Undefined for read-only commands. */
  readonly authority: Pick<OpenAuthority, "desks" | "unsigned"> | undefined;
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf({ askReload, authority }: AdminPartDeps): readonly AdminPart[] {
  const parts = [
    openApiPart,
    askReload && reloadPart(askReload),
    authority && auditPart({ desk: authority.desks.audit, unsigned: authority.unsigned }),
    authority && resultsPart(authority.desks.results),
  ];
  return parts.filter((part) => part !== undefined);
}

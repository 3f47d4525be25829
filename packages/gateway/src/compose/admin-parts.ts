import { callsPart } from "../edge/admin/calls.ts";
import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";
import type { CallDesk } from "../governance/calls/call-desk.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps {
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
  /** Returns the current desk of calls. */
  readonly calls: () => CallDesk;
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf({ askReload, calls }: AdminPartDeps): readonly AdminPart[] {
  const parts = [openApiPart, askReload && reloadPart(askReload), callsPart(calls)];
  return parts.filter((part) => part !== undefined);
}

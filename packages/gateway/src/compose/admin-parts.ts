import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";
import { type TryDeps, tryPart } from "../edge/admin/try.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps {
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
  /** How people try tools. */
  readonly trying: TryDeps;
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf({ askReload, trying }: AdminPartDeps): readonly AdminPart[] {
  const parts = [tryPart(trying), openApiPart, askReload && reloadPart(askReload)];
  return parts.filter((part) => part !== undefined);
}

import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";
import { toolsPart } from "../edge/admin/tools.ts";
import { type ToolReviewDeps, toolReviewOf } from "./tool-review.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps extends ToolReviewDeps {
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf({ askReload, ...deps }: AdminPartDeps): readonly AdminPart[] {
  const parts = [openApiPart, askReload && reloadPart(askReload), toolsPart(toolReviewOf(deps))];
  return parts.filter((part) => part !== undefined);
}

import { hasCode, isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { shownName } from "./call.ts";

/** Names the tool in a refusal as its caller does: by the name that its endpoint gives it. */
export function underExposedName(error: unknown, exposed: string, publicName: string): unknown {
  if (exposed === publicName || !isRefusal(error) || !("tool" in error.details)) return error;
  const { code, details, cause } = error;
  if (details.tool !== shownName(publicName)) return error;
  return new Refusal(code, { ...details, tool: shownName(exposed) }, { cause });
}

/** A tool hidden from its caller looks like one that does not exist. The record has the reason. */
export function withoutHiddenTool(error: unknown): unknown {
  const isHidden = hasCode(error, "not-permitted") && error.details.isHidden === true;
  return isHidden ? new Refusal("tool-unknown", { tool: error.details.tool }) : error;
}

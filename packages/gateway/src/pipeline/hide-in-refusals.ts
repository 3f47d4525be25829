import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonObject } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import type { CallTool } from "./pipeline.ts";

/**
 * Redacts secrets in refusals. They contain no upstream text, but they do contain caller text. An
 * unknown tool name, for example, may have been injected into a model.
 */
export function hideInRefusals(callTool: CallTool, hide: Clean): CallTool {
  return (call, signal) =>
    callTool(call, signal).catch((error: unknown) => {
      throw withoutSecrets(error, hide);
    });
}

function withoutSecrets(error: unknown, hide: Clean): unknown {
  if (!isRefusal(error) || !isJsonObject(error.details)) return error;
  const details = cleanMembers(error.details, hide);
  if (details === error.details) return error;
  return new Refusal(error.code, details, { cause: error.cause });
}

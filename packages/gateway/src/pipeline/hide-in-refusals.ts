import { isJsonObject } from "@toolcourt/sdk";
import { type Clean, cleanMembers } from "../boundary/cleaning/clean-value.ts";
import { isRefusal, Refusal } from "../foundation/errors/refusal.ts";
import type { CallTool } from "./pipeline.ts";

/**
 * Takes secrets out of refusals. No word of a server is in one, but the words of whoever calls are: the name of
 * a tool that nobody has, for instance, which somebody else may have put into a model's mouth.
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

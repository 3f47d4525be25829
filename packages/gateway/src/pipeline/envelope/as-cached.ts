import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { AuthorizedCall, CheckedResult } from "../call.ts";
import { isGuid } from "./wrap-result.ts";

/**
 * Returns a cached envelope for a later caller. It is marked as cached and carries the ids of the
 * new call. Its creation time and duration stay.
 */
export function asCached(output: CheckedResult, call: AuthorizedCall): CheckedResult {
  const { structuredContent: envelope, content } = output;
  if (!isJsonObject(envelope)) return output;
  const metadata = own(envelope, "metadata");
  if (!isJsonObject(metadata)) return output;
  const structuredContent = {
    ...envelope,
    metadata: { ...metadata, ...idsOf(call), cached: true },
  };
  const text = JSON.stringify(structuredContent);
  return { ...output, structuredContent, content: [{ type: "text", text }, ...content.slice(1)] };
}

function idsOf({ traceId, correlationId }: AuthorizedCall): JsonObject {
  return {
    ...(isGuid(traceId) ? { traceId } : {}),
    ...(isGuid(correlationId) ? { correlationId } : {}),
  };
}

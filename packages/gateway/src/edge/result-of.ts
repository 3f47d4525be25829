import type { JsonObject } from "@toolcourt/sdk";
import { type CheckedResult, isQuestion, type Question } from "../pipeline/call.ts";
import { serverInfoKey } from "../protocol/reserved-keys.ts";

/** Converts the pipeline's output into the protocol's form. `isError` is always set. */
export function resultOf(output: CheckedResult | Question): JsonObject {
  if (isQuestion(output)) return { resultType: "input_required", ...output.asks };
  const { content, structuredContent, isError, meta } = output;
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    isError,
    ...(meta === undefined ? {} : { _meta: withoutServer(meta) }),
  };
}

/** Removes the upstream server's info: the client's peer is the gateway. */
function withoutServer(meta: JsonObject): JsonObject {
  if (!Object.hasOwn(meta, serverInfoKey)) return meta;
  return Object.fromEntries(Object.entries(meta).filter(([key]) => key !== serverInfoKey));
}

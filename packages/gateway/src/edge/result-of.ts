import type { JsonObject } from "@toolcourt/sdk";
import { type CheckedResult, isQuestion, type Question } from "../pipeline/call.ts";
import { serverInfoKey } from "../protocol/reserved-keys.ts";

/** What leaves the line, in the form of the protocol. `isError` is always said. */
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

/** Whoever is talked to is the gateway, so which server stood behind it is not said in its place. */
function withoutServer(meta: JsonObject): JsonObject {
  if (!Object.hasOwn(meta, serverInfoKey)) return meta;
  return Object.fromEntries(Object.entries(meta).filter(([key]) => key !== serverInfoKey));
}

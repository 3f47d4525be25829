import type { JsonObject } from "@toolcourt/sdk";
import type { CheckedResult } from "../calls/call.ts";

/** A checked result in the form of the protocol. `isError` is always said. */
export function resultOf({ content, structuredContent, isError, meta }: CheckedResult): JsonObject {
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    isError,
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

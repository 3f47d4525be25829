import type { JsonObject } from "@toolcourt/sdk";
import { serverInfoKey } from "../protocol/era.ts";
import type { CheckedResult } from "./call.ts";

/** Converts a checked result into the protocol's form. `isError` is always set. */
export function resultOf({ content, structuredContent, isError, meta }: CheckedResult): JsonObject {
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

import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { UpstreamError, type UpstreamFault } from "./upstream.ts";

/** Converts any thrown value into an `UpstreamError`. The original stays in `cause`. */
export function toUpstreamError(error: unknown): UpstreamError {
  return knownIn(error) ?? new UpstreamError(faultOf(error), { cause: error });
}

/**
 * Finds the first `UpstreamError` among an error and its causes. Errors get wrapped on the way, and
 * ours is the most precise.
 */
export function knownIn(error: unknown): UpstreamError | undefined {
  let inner = error;
  for (let depth = 0; depth < 8 && inner instanceof Error; depth += 1) {
    if (inner instanceof UpstreamError) return inner;
    inner = inner.cause;
  }
  return undefined;
}

function faultOf(error: unknown): UpstreamFault {
  if (error instanceof SdkHttpError) return { kind: "http", status: error.status };
  if (error instanceof ProtocolError) return { kind: "rpc", code: error.code };
  if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) return garbled;
  return { kind: "lost" };
}

const garbled = { kind: "garbled" } as const;

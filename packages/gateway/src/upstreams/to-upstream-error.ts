import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { demandedIn } from "../protocol/extensions.ts";
import { askings, UpstreamError, type UpstreamFault } from "./upstream.ts";

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

type RpcFault = Extract<UpstreamFault, { readonly kind: "rpc" }>;

/** The modern error code for a missing client capability. */
const capabilityMissing = -32_021;

/** Extracts the relevant parts of a protocol error. Undefined for anything else. */
export function rpcFaultOf(error: unknown): RpcFault | undefined {
  if (!isJsonObject(error)) return undefined;
  const code = own(error, "code");
  if (typeof code !== "number" || !Number.isSafeInteger(code)) return undefined;
  if (code !== capabilityMissing) return { kind: "rpc", code };
  const required = requiredIn(error);
  const requires = askings.find((asking) => Object.hasOwn(required, asking));
  const demands = demandedIn(required);
  return {
    kind: "rpc",
    code,
    ...(requires !== undefined && { requires }),
    ...(demands !== undefined && { demands }),
  };
}

/** Returns the capabilities that it names. */
function requiredIn(error: JsonObject): JsonObject {
  const data = own(error, "data");
  const required = isJsonObject(data) ? own(data, "requiredCapabilities") : undefined;
  return isJsonObject(required) ? required : {};
}

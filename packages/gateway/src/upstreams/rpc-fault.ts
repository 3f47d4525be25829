import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Asking, askings, type UpstreamFault } from "./upstream.ts";

type RpcFault = Extract<UpstreamFault, { readonly kind: "rpc" }>;

/** The modern error code for a missing client capability. */
const capabilityMissing = -32_021;

/** Extracts the relevant parts of a protocol error. Undefined for anything else. */
export function rpcFaultOf(error: unknown): RpcFault | undefined {
  if (!isJsonObject(error)) return undefined;
  const code = own(error, "code");
  if (typeof code !== "number" || !Number.isSafeInteger(code)) return undefined;
  const requires = code === capabilityMissing ? requiredIn(error) : undefined;
  return { kind: "rpc", code, ...(requires !== undefined && { requires }) };
}

/** Returns the first known capability that it names. */
function requiredIn(error: JsonObject): Asking | undefined {
  const data = own(error, "data");
  const required = isJsonObject(data) ? own(data, "requiredCapabilities") : undefined;
  if (!isJsonObject(required)) return undefined;
  return askings.find((asking) => Object.hasOwn(required, asking));
}

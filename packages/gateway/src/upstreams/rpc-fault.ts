import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { type Asking, askings, type UpstreamFault } from "./upstream.ts";

type RpcFault = Extract<UpstreamFault, { readonly kind: "rpc" }>;

/** The modern era's word for a caller that would have to be able to be asked. */
const capabilityMissing = -32_021;

/** What an error of the protocol says that we act on. Undefined for what is no such error. */
export function rpcFaultOf(error: unknown): RpcFault | undefined {
  if (!isJsonObject(error)) return undefined;
  const code = own(error, "code");
  if (typeof code !== "number" || !Number.isSafeInteger(code)) return undefined;
  const requires = code === capabilityMissing ? requiredIn(error) : undefined;
  return { kind: "rpc", code, ...(requires !== undefined && { requires }) };
}

/** The first thing that it names and we know. */
function requiredIn(error: JsonObject): Asking | undefined {
  const data = own(error, "data");
  const required = isJsonObject(data) ? own(data, "requiredCapabilities") : undefined;
  if (!isJsonObject(required)) return undefined;
  return askings.find((asking) => Object.hasOwn(required, asking));
}

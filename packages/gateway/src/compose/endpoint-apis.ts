import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { EndpointConfig } from "../config/endpoints.ts";
import type { EndpointApi, GatewayApi } from "../edge/entrance.ts";
import { shownName } from "../pipeline/call.ts";
import type { Gateway } from "./open-gateway.ts";

/** Returns each endpoint as an entrance sees it. `whole` has what all of them share. */
export function endpointApisOf(
  endpoints: readonly Pick<EndpointConfig, "name" | "path">[],
  gateway: Gateway,
  whole: GatewayApi,
): readonly EndpointApi[] {
  return endpoints.map(({ name, path }) => ({ name, path, gateway: apiAt(name, gateway, whole) }));
}

/** A reload may change the tools and the prefix, so both are looked up in each request. */
function apiAt(endpoint: string, gateway: Gateway, whole: GatewayApi): GatewayApi {
  const { listed, relays, relaysFor } = gateway.at(endpoint);
  return {
    ...whole,
    ...(whole.tasks && { tasks: { ...whole.tasks, endpoint } }),
    listed,
    relaysFor,
    relays: {
      ...relays,
      // Servers that the endpoint does not name change without a word here.
      subscribe: (changed) =>
        relays.subscribe((what) => {
          if (relays.offered().has(what)) changed(what);
        }),
    },
    callTool: async (call, signal) => {
      try {
        return await gateway.callTool({ ...call, endpoint }, signal);
      } catch (error) {
        throw underItsName(error, call.tool, gateway.endpoints.prefixOf(endpoint));
      }
    },
  };
}

/** A caller knows a tool by the name that this endpoint gives it. */
function underItsName(error: unknown, exposed: string, prefix: string): unknown {
  if (prefix === "" || !isRefusal(error) || !("tool" in error.details)) return error;
  const { code, details, cause, receipt } = error;
  if (details.tool !== shownName(exposed.slice(prefix.length))) return error;
  const named = { ...details, tool: shownName(exposed) };
  return new Refusal(code, named, { cause, ...(receipt && { receipt }) });
}

import type { EndpointConfig } from "../config/endpoints.ts";
import type { EndpointApi, GatewayApi } from "../edge/entrance.ts";
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
  const { listed, fullList, relays, relaysFor, subscribe } = gateway.at(endpoint);
  return {
    ...whole,
    ...(whole.tasks && { tasks: { ...whole.tasks, endpoint } }),
    listed,
    fullList,
    relaysFor,
    subscribe,
    relays: {
      ...relays,
      // An endpoint without resources, or without prompts, hears nothing of those of others.
      subscribe: (changed) =>
        relays.subscribe((what) => {
          if (relays.offered().has(what)) changed(what);
        }),
    },
    callTool: (call, signal) => gateway.callTool({ ...call, endpoint }, signal),
  };
}

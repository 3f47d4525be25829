import type { Endpoints } from "../../catalog/endpoints.ts";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { Config } from "../../config/config.ts";

/** The tools of each endpoint. */
export type KnownEndpoints = Pick<Endpoints, "of" | "prefixOf">;

export interface ExplainedEndpoint {
  readonly name: string;
  readonly path: string;
  /** What callers there name the tool. */
  readonly tool: string;
}

/** Returns the endpoints that offer a tool. Nothing if the configuration has none. */
export function explainedEndpoints(
  tool: RegisteredTool,
  config: Pick<Config, "endpoints">,
  endpoints: KnownEndpoints | undefined,
): { readonly endpoints?: readonly ExplainedEndpoint[] } {
  if (endpoints === undefined || config.endpoints.length === 0) return {};
  const names = endpoints.of(tool);
  const offering = config.endpoints.filter(({ name }) => names.includes(name));
  return {
    endpoints: offering.map(({ name, path }) => ({
      name,
      path,
      tool: `${endpoints.prefixOf(name)}${tool.publicName}`,
    })),
  };
}

import { contractDigest, type JsonObject } from "@toolcourt/sdk";
import type { GatewayDeps } from "../packages/gateway/src/compose/open-gateway.ts";
import { openCountingServer } from "../test/gate/counting-server.ts";
import { openTestGateway, type TestGateway } from "../test/gate/open-test-gateway.ts";
import { type RealTool, realTools } from "./tools-data.ts";

/** Fifteen servers of as many kinds, by their name in the data and the name that they get here. */
const servers: ReadonlyMap<string, string> = new Map([
  ["tf_0022.@shinzo-labs_hubspot-mcp", "hubspot"],
  ["tf_0167.@aptro_superset-mcp", "superset"],
  ["0077.@mongodb-js_mongodb-mcp-server", "mongodb"],
  ["0020.@cloudflare_playwright-mcp", "browser"],
  ["tf_0081.@rishipradeep-think41_google-drive-mcp", "drive"],
  ["tf_1227.@jackedelic_mcp-discord", "discord"],
  ["tf_0476.@razvanmacovei_k8s-multicluster-mcp", "kubernetes"],
  ["tf_0796.@Jeetanshu18_git-commands-mcp", "git"],
  ["okta-mcp-server", "okta"],
  ["tf_0253.@brnardo_meta-ads-mcp", "ads"],
  ["tf_1020.@aryankeluskar_canvas-mcp", "canvas"],
  ["0533.@Nekzus_npm-sentinel-mcp", "npm"],
  ["2002.@jcwleo_ccxt-mcp-server", "exchange"],
  ["tf_2159.@api7_apisix-mcp", "apisix"],
  ["0118.@JiantaoFu_appinsightmcp", "stores"],
]);

const perServer = 16;

/** Texts that the collectors of the data wrote where a server said nothing. */
const placeholder = /Deploy Server|not available|Try in Playground/;

/** Returns the first sixteen described tools of each server, in the order of the data. */
export function chosenTools(dataFolder: string): readonly RealTool[] {
  const all = realTools(dataFolder).filter(isDescribed);
  return [...servers].flatMap(([source, server]) => {
    const byName = new Map<unknown, JsonObject>();
    for (const { tool } of all.filter((each) => each.server === source)) {
      if (!byName.has(tool["name"])) byName.set(tool["name"], tool);
    }
    return [...byName.values()].slice(0, perServer).map((tool) => ({ server, tool }));
  });
}

function isDescribed({ tool }: RealTool): boolean {
  const { description, inputSchema } = tool;
  const isText = typeof description === "string" && description.length > 20;
  const hasSchema = inputSchema !== undefined && JSON.stringify(inputSchema).includes("properties");
  return isText && hasSchema && !placeholder.test(description);
}

export type SearchWorld = Pick<TestGateway, "gateway">;

interface Settings {
  readonly settings?: string;
  readonly indexTools?: GatewayDeps["indexTools"];
}

/**
 * Opens a gateway before these tools, each server over HTTP. The stack disposes of all. Tools whose
 * texts need a review are approved, as an operator would.
 */
export async function openSearchWorld(
  tools: readonly RealTool[],
  stack: AsyncDisposableStack,
  { settings = "", indexTools }: Settings = {},
): Promise<SearchWorld> {
  const mcps: string[] = [];
  for (const [name, offered] of Map.groupBy(tools, ({ server }) => server)) {
    const { url } = stack.use(await openCountingServer({ tools: offered.map(({ tool }) => tool) }));
    mcps.push(
      `    - { name: ${name}, url: "${url}", transport: streamable_http, mode: dynamic, default_tool_config: {} }`,
    );
  }
  const config = ["toolbox:", "  mcps:", ...mcps, settings, ""].join("\n");
  const { gateway } = stack.use(await openTestGateway(config, { indexTools }));
  const { registry } = gateway;
  for (const { contract, hold } of registry.current().tools.values()) {
    if (hold?.kind !== "unreviewed") continue;
    const { server, name, asReceived } = contract;
    const digest = contractDigest({ server, asReceived });
    await registry.approve({ server, tool: name, digest, by: "operator" });
  }
  return { gateway };
}

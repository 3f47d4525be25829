import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { createSchemaEngine } from "@toolcourt/contracts/internal/schemas/engine";
import type { Redaction } from "../boundary/redaction/redaction.ts";
import { createConformance } from "../catalog/admission/conformance.ts";
import { createRegistry, type Registry } from "../catalog/create-registry.ts";
import { reservedNames } from "../catalog/reserved-names.ts";
import type { Config } from "../config/config.ts";
import type { ServerConfig } from "../config/offering.ts";
import { withoutHosts } from "../pipeline/envelope/without-hosts.ts";
import { createPresent } from "../pipeline/envelope/wrap-result.ts";
import type { ViewAddresses } from "../protocol/view-addresses.ts";
import { draftedSets } from "./http-call-deps.ts";
import { knownTools } from "./live/accepted-files.ts";
import { type Replacing } from "./live/hand-over.ts";
import type { GatewayDeps } from "./open-gateway.ts";
import { redactorOfDefinitions } from "./open-redaction.ts";
import { searchesTools } from "./open-search.ts";
import { type OpenServer } from "./open-servers.ts";
import { createIsApproved } from "./set-drafts.ts";

interface Opening extends GatewayDeps {
  readonly redaction: Redaction;
  readonly views: ViewAddresses;
  readonly stack: AsyncDisposableStack;
}

/** Checks all tools and decides which may be called. */
export async function admit(
  config: Config,
  servers: readonly OpenServer[],
  opening: Opening,
): Promise<Registry> {
  const { clock, overlayOf, frozen, redaction, stack, decisionOf, views } = opening;
  const { toolbox, toolboxPath } = config;
  const hints = new Map(toolbox.servers.map((server) => [server.name, server.hints]));
  const asAnswered = createPresent((server) => hints.get(server) ?? "off");
  const present: typeof asAnswered = (server, tool) =>
    views.inTool(server, withoutHosts(asAnswered(server, tool)));
  const hidden = redactorOfDefinitions(redaction);
  const engine = stack.use(createSchemaEngine({ clock }));
  const registry = await createRegistry({
    ...opening,
    toolbox: {
      ...toolbox,
      servers: opening.leavesOut ? toolbox.servers.map(asOptional) : toolbox.servers,
      toolboxPath,
      overlayOf,
      present,
      frozen,
      isApproved: createIsApproved(draftedSets(servers)),
      decisionOf,
      reserved: searchesTools(config) ? reservedNames : undefined,
    },
    listings: servers.flatMap(({ listing }) =>
      listing === undefined ? [] : [{ ...listing, tools: hidden(knownTools(listing, opening)) }],
    ),
    judge: createConformance({ engine, rules: allRules, clock }),
  });
  if (opening.replacing !== undefined) await holdAsBefore(registry, servers, opening.replacing);
  return registry;
}

/** Holds what drifted while the gateway ran: only an approval of the new contract ends that. */
async function holdAsBefore(
  registry: Registry,
  servers: readonly OpenServer[],
  { before }: Replacing,
): Promise<void> {
  for (const {
    settings: { name },
  } of servers) {
    await registry.hold(name, before.registry.drifted(name));
  }
}

function asOptional(server: ServerConfig): ServerConfig {
  return { ...server, required: false };
}

import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { type Answering, askPart } from "../edge/admin/ask.ts";
import { auditPart } from "../edge/admin/audit.ts";
import { callsPart } from "../edge/admin/calls.ts";
import { configurationPart } from "../edge/admin/configuration.ts";
import { type ConfiguredServer, connectionPart } from "../edge/admin/connections.ts";
import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { policyPart } from "../edge/admin/policy.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";
import { resultsPart } from "../edge/admin/results.ts";
import { runsPart } from "../edge/admin/runs.ts";
import { toolsPart } from "../edge/admin/tools.ts";
import { type TryDeps, tryPart } from "../edge/admin/try.ts";
import { PolicyDesk } from "../governance/policy/policy-desk.ts";
import { configurationViewOf } from "./configuration-view.ts";
import type { Review } from "./decide-on-calls.ts";
import type { OpenAuthority } from "./open-authority.ts";
import type { ConfiguredGateway } from "./open-configured.ts";
import { runningToolsIn } from "./running-tools.ts";
import { isSeenBy, toolReviewOf } from "./tool-review.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly configured: ConfiguredGateway;
  /** Returns the services for reviewers of the gateway that is current. */
  readonly review: () => Review;
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
  /** Answers questions of people. Undefined without a host. */
  readonly answering: Answering | undefined;
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf(deps: AdminPartDeps): readonly AdminPart[] {
  const { configured, review, askReload, answering } = deps;
  const { authority, gateway } = configured;
  const parts = [
    openApiPart,
    askReload && reloadPart(askReload),
    // Its addresses are below those of the tools.
    tryPart(tryingOf(deps)),
    toolsPart(toolReviewOf(deps)),
    callsPart(() => review().calls),
    ...(authority === undefined ? [] : recordParts(authority, deps)),
    configurationPart(configurationViewOf(configured)),
    answering && askPart(answering),
    runsPart(() =>
      runningToolsIn(gateway.registry, (principal, tool) => isSeenBy(configured, principal, tool)),
    ),
  ];
  return parts.filter((part) => part !== undefined);
}

/** The parts about what stays over a reload. Commands that only read have none. */
function recordParts(authority: OpenAuthority, deps: AdminPartDeps): readonly AdminPart[] {
  const { configured, clock } = deps;
  const tools = () => configured.gateway.registry.current().tools;
  return [
    auditPart({ desk: authority.desks.audit, unsigned: authority.unsigned }),
    resultsPart(authority.desks.results),
    policyPart(new PolicyDesk({ ...authority.policyRecords, tools, clock })),
    connectionPart({ desk: authority.connectionDesk, clock, servers: () => serversOf(configured) }),
  ];
}

/** The servers of the configuration in force, with the connections that they name. */
function serversOf({ inForce }: ConfiguredGateway): readonly ConfiguredServer[] {
  return inForce.config.toolbox.servers.map(({ name, transport }) => {
    const connection = "connection" in transport ? transport.connection : undefined;
    const isNamed = connection !== undefined && "name" in connection;
    return { name, connection: isNamed ? connection.name : undefined };
  });
}

function tryingOf({ configured: { gateway }, clock, newId }: AdminPartDeps): TryDeps {
  const { callTool, dryRun, callable } = gateway;
  return {
    clock,
    newId,
    callTool,
    dryRun,
    callable,
    find: (server, name) =>
      gateway.registry
        .current()
        .tools.values()
        .find(({ contract }) => contract.server === server && contract.name === name),
  };
}

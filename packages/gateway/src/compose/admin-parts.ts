import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { type ConfiguredServer, connectionPart } from "../edge/admin/connections.ts";
import { openApiPart } from "../edge/admin/open-api.ts";
import type { AdminPart } from "../edge/admin/part.ts";
import { policyPart } from "../edge/admin/policy.ts";
import { type AskReload, reloadPart } from "../edge/admin/reload.ts";
import { PolicyDesk } from "../governance/policy/policy-desk.ts";
import type { ConfiguredGateway } from "./open-configured.ts";

/** What the parts of the admin API stand on. */
export interface AdminPartDeps extends Pick<Runtime, "clock"> {
  readonly configured: Pick<ConfiguredGateway, "authority" | "gateway" | "inForce">;
  /** Reloads the gateway. Undefined if it cannot be reloaded. */
  readonly askReload: AskReload | undefined;
}

/** The parts of the admin API that this gateway has. */
export function adminPartsOf(deps: AdminPartDeps): readonly AdminPart[] {
  const { askReload } = deps;
  const parts = [
    openApiPart,
    askReload && reloadPart(askReload),
    policyOf(deps),
    connectionsOf(deps),
  ];
  return parts.filter((part) => part !== undefined);
}

function policyOf({ configured, clock }: AdminPartDeps): AdminPart | undefined {
  const { authority, gateway } = configured;
  if (authority === undefined) return undefined;
  const tools = () => gateway.registry.current().tools;
  return policyPart(new PolicyDesk({ ...authority.policyRecords, tools, clock }));
}

function connectionsOf({ configured, clock }: AdminPartDeps): AdminPart | undefined {
  const { authority, inForce } = configured;
  if (authority === undefined) return undefined;
  const servers = (): readonly ConfiguredServer[] =>
    inForce.config.toolbox.servers.map(({ name, transport }) => {
      const connection = "connection" in transport ? transport.connection : undefined;
      const isNamed = connection !== undefined && "name" in connection;
      return { name, connection: isNamed ? connection.name : undefined };
    });
  return connectionPart({ desk: authority.connectionDesk, clock, servers });
}

import {
  entraPreset,
  hasPreset,
  type Preset,
  readEntraTenant,
} from "@toolcourt/gateway/internal/boundary/connections/presets";
import type { ConnectionKind } from "@toolcourt/gateway/internal/boundary/connections/settings";
import type { ConnectionFlags } from "./flags.ts";
import { mistaken } from "./repair.ts";

/** What the preset fills in. A second opinion could send a secret elsewhere. */
const filled = [
  "issuer",
  "authorizeUrl",
  "tokenUrl",
  "revokeUrl",
  "resource",
] as const satisfies readonly (keyof ConnectionFlags)[];

/** Reads `--provider` and its tenant. Returns undefined if no known provider is named. */
export function readPreset(
  what: string,
  flags: ConnectionFlags,
  kind: ConnectionKind,
): Preset | undefined {
  const { provider, providerTenant, cloud = "public" } = flags;
  const refused = { what, flags };
  if (provider === undefined) {
    if (providerTenant === undefined && flags.cloud === undefined) return undefined;
    const problem = "Give --provider with --provider-tenant and --cloud: they say where it is.";
    throw mistaken(problem, refused, { more: "--provider entra" });
  }
  if (!hasPreset(kind)) {
    throw mistaken(`A connection of --kind ${kind} has no --provider.`, refused, {
      without: ["provider", "providerTenant", "cloud"],
    });
  }
  const doubled = filled.filter((name) => flags[name] !== undefined);
  if (doubled.length > 0) {
    const problem = `--provider ${provider} fills in all addresses; leave out other ones.`;
    throw mistaken(problem, refused, { without: doubled });
  }
  const tenant = readEntraTenant(providerTenant ?? "");
  if (tenant === undefined) {
    throw mistaken(noTenant, refused, {
      without: ["providerTenant"],
      more: "--provider-tenant <id>",
    });
  }
  return entraPreset(tenant, { kind, cloud });
}

/** The flag is not `--tenant`, which says whose callers may use a connection. */
const noTenant =
  "Give --provider-tenant the id of the Entra tenant, 32 hexadecimal digits in five groups; --tenant is a tenant of this gateway.";

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
  const { provider, cloud } = flags;
  const refused = { what, flags };
  if (provider === undefined) return checkUnused(refused);
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
  return entraPreset(tenantOf(refused), { kind, cloud: cloud ?? "public" });
}

interface Refused {
  readonly what: string;
  readonly flags: ConnectionFlags;
}

function checkUnused(refused: Refused): undefined {
  const { providerTenant, cloud } = refused.flags;
  if ((providerTenant ?? cloud) === undefined) return;
  const problem = "Give --provider with --provider-tenant and --cloud: they say where it is.";
  throw mistaken(problem, refused, { more: "--provider entra" });
}

function tenantOf(refused: Refused): string {
  const tenant = readEntraTenant(refused.flags.providerTenant ?? "");
  if (tenant !== undefined) return tenant;
  const change = { without: ["providerTenant"], more: "--provider-tenant <id>" } as const;
  throw mistaken(noTenant, refused, change);
}

/** The flag is not `--tenant`, which says whose callers may use a connection. */
const noTenant =
  "Give --provider-tenant the id of the Entra tenant, 32 hexadecimal digits in five groups; --tenant is a tenant of this gateway.";

import type { NewConnection } from "@toolcourt/gateway/internal/boundary/connections/connection-admin";
import type { Preset } from "@toolcourt/gateway/internal/boundary/connections/presets";
import type { OpenedConnections } from "@toolcourt/gateway/internal/compose/operator-connections";
import type { CommandContext } from "../../command.ts";
import type { ConnectionFlags } from "./flags.ts";
import type { createReadSecret, FoundProvider, readCommon } from "./read-flags.ts";

/** What every kind of connection is made of. */
export interface Making {
  /** The name of the connection. */
  readonly what: string;
  readonly flags: ConnectionFlags;
  /** Unset if the flags name no known provider. */
  readonly preset: Preset | undefined;
  readonly common: ReturnType<typeof readCommon>;
  readonly opened: OpenedConnections;
  readonly context: CommandContext;
  readonly readSecret: ReturnType<typeof createReadSecret>;
}

export type Made = Pick<NewConnection, "settings" | "secrets">;

/** Finds the addresses of the provider: those of the preset, or those that its issuer names. */
export async function foundOf({ flags, preset, opened }: Making): Promise<FoundProvider> {
  return preset ?? opened.discover(flags);
}

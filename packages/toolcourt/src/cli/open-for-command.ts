import type { ServedGateway } from "@toolcourt/gateway/internal/compose/live/open-live";
import type {
  ConfiguredGateway,
  GatewayFlags,
} from "@toolcourt/gateway/internal/compose/open-configured";
import type { CommandContext } from "./command.ts";

/** A server that needs longer counts as one that did not answer. */
const patienceMs = 12_000;

/** Opens the gateway to describe it. Servers that fail do not prevent that, nor delay it for long. */
export function openToLook(
  config: string | undefined,
  context: CommandContext,
): Promise<ConfiguredGateway> {
  const flags = {
    config,
    frozen: false,
    minLevel: "error",
    onlyLooks: true,
    forOperator: true,
    mayBeAbsent: true,
    leavesOut: true,
    patienceMs,
  } as const;
  return openForCommand(flags, context);
}

/** Opens the gateway to serve it, so that reloads can replace it. */
export async function openToServe(
  flags: GatewayFlags,
  context: CommandContext,
): Promise<ServedGateway> {
  const { openLive } = await import("@toolcourt/gateway/internal/compose/live/open-live");
  const { askExtension } = await import("@toolcourt/host/internal/compose/ask-tool");
  const { loadIndexTools: indexTools } = await import(
    "@toolcourt/host/internal/compose/load-index-tools"
  );
  return openLive({ ...flags, host: askExtension, indexTools }, context);
}

/**
 * Opens the configured gateway with the host as its tool `ask`, if the configuration turns it on.
 * Loaded lazily: the help of a command must not wait for the gateway.
 */
export async function openForCommand(
  flags: GatewayFlags,
  context: CommandContext,
): Promise<ConfiguredGateway> {
  const { openConfigured } = await import("@toolcourt/gateway/internal/compose/open-configured");
  const { askExtension } = await import("@toolcourt/host/internal/compose/ask-tool");
  const { loadIndexTools: indexTools } = await import(
    "@toolcourt/host/internal/compose/load-index-tools"
  );
  return openConfigured({ ...flags, host: askExtension, indexTools }, context);
}

import type {
  ConfiguredGateway,
  GatewayFlags,
} from "@toolcourt/gateway/internal/compose/open-configured";
import type { CommandContext } from "./command.ts";

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
  return openConfigured({ ...flags, host: askExtension }, context);
}

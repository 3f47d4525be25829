import {
  type ConfiguredGateway,
  type GatewayFlags,
  openConfigured,
} from "@toolcourt/gateway/internal/compose/open-configured";
import { askExtension } from "@toolcourt/host/internal/compose/ask-tool";
import type { CommandContext } from "./command.ts";

/** Opens the configured gateway with the host as its tool `ask`, if the configuration turns it on. */
export function openForCommand(
  flags: GatewayFlags,
  context: CommandContext,
): Promise<ConfiguredGateway> {
  return openConfigured({ ...flags, host: askExtension }, context);
}

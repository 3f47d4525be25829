import { askExtension } from "../compose/ask-tool.ts";
import {
  type ConfiguredGateway,
  type GatewayFlags,
  openConfigured,
} from "../compose/open-configured.ts";
import type { Surroundings } from "./command.ts";

/** Opens the configured gateway with the host as its tool `ask`, if the configuration turns it on. */
export function openForCommand(
  flags: GatewayFlags,
  surroundings: Surroundings,
): Promise<ConfiguredGateway> {
  return openConfigured({ ...flags, host: askExtension }, surroundings);
}

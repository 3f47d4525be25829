import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedGrants } from "@toolcourt/gateway/internal/compose/open-grants";
import { type CommandContext, usage } from "../../command.ts";
import { unknown } from "../../names.ts";
import { openForCommand } from "../../open-for-command.ts";

/**
 * Opens the grants with the current tools of the servers. Only the servers know their contracts, and
 * a grant for other contracts would cover nothing.
 */
export async function openToGive(
  server: string,
  config: string | undefined,
  context: CommandContext,
): Promise<OpenedGrants> {
  const { openGrants } = await import("@toolcourt/gateway/internal/compose/open-grants");
  const flags = { config, frozen: false, minLevel: "error", onlyLooks: true } as const;
  await using configured = await openForCommand({ ...flags, mayBeAbsent: true }, context);
  const { registry } = configured.gateway;
  const names = ["local", ...configured.config.toolbox.servers.map(({ name }) => name)];
  if (!names.includes(server)) {
    const { given, nearest } = unknown(server, names);
    const guess = nearest === undefined ? "" : ` Did you mean ${printable(nearest)}?`;
    throw usage(`There is no server ${printable(given)}.${guess}`);
  }
  if (registry.leftOut().has(server)) {
    throw usage("The server did not answer, so its contracts are unknown. See: toolcourt servers");
  }
  return await openGrants(config, context, registry.current().tools);
}

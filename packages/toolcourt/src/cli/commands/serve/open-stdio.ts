import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { EntranceDeps } from "@toolcourt/gateway/internal/edge/mcp-server";
import type { StdioEntrance } from "@toolcourt/gateway/internal/edge/stdio";
import type { CommandContext } from "../../command.ts";

/** Offers the whole gateway, or one endpoint, to the client at the pipes. */
export async function openStdio(
  endpoint: string | undefined,
  deps: EntranceDeps,
  { tuneEngine }: CommandContext,
): Promise<StdioEntrance> {
  const { listenStdio } = await import("@toolcourt/gateway/internal/edge/stdio");
  const offered = endpoint === undefined ? deps : atEndpoint(endpoint, deps);
  tuneEngine?.();
  return listenStdio(offered);
}

/** Limits an entrance to one endpoint. */
function atEndpoint(name: string, deps: EntranceDeps): EntranceDeps {
  const { endpoints = [] } = deps;
  const found = endpoints.find((each) => each.name === name);
  if (found !== undefined) return { ...deps, gateway: found.gateway };
  const known = endpoints.map((each) => printable(each.name)).join(", ");
  const hint = known === "" ? "It has none." : `Name one of: ${known}.`;
  const problem = `The configuration has no endpoint ${printable(cut(name))}. ${hint}`;
  throw new Refusal("usage-invalid", { problem, help: "toolcourt effective" });
}

import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import type { TwoLists } from "@toolcourt/contracts/internal/revisions/revise-tools";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readContract, type ToolContract } from "@toolcourt/sdk";
import { type Terminal, usage } from "../../command.ts";
import { layOverlays, type OverlayFiles } from "../../overlay-files.ts";
import type { DiffSource, OfferedTool } from "./sources.ts";

export interface TwoSources {
  readonly before: DiffSource;
  readonly after: DiffSource;
}

export interface Pairing {
  /** The server to compare, if a source has several. */
  readonly server: string | undefined;
  readonly overlays: OverlayFiles;
  /** Shows the tools that cannot be compared. */
  readonly terminal: Pick<Terminal, "err">;
}

export interface Paired extends TwoLists {
  /** Whether the server name was given. Otherwise it is derived from the file name. */
  readonly isServerKnown: boolean;
}

/**
 * Pairs the tools of both sides. Matches by server and name if both sides name their servers,
 * otherwise by name alone. The latter needs tools of a single server on each side.
 */
export async function pairSources(
  { before, after }: TwoSources,
  pairing: Pairing,
): Promise<Paired> {
  const byServer = before.namesServers && after.namesServers;
  const [old, now] = [chosenOf(before, pairing), chosenOf(after, pairing)];
  if (byServer) {
    const contracts = [await contractsOf(old, pairing), await contractsOf(now, pairing)] as const;
    return { before: contracts[0], after: contracts[1], isServerKnown: true };
  }
  for (const side of [old, now]) refuseSeveral(side);
  const known = pairing.server ?? serverOf(old, before) ?? serverOf(now, after);
  const server = known ?? fallbackOf(now);
  const alike = (side: Chosen): Chosen => ({
    ...side,
    tools: side.tools.map(({ tool }) => ({ server, tool })),
  });
  return {
    before: await contractsOf(alike(old), pairing),
    after: await contractsOf(alike(now), pairing),
    isServerKnown: known !== undefined,
  };
}

interface Chosen {
  readonly label: string;
  readonly tools: readonly OfferedTool[];
}

function chosenOf({ label, tools, namesServers }: DiffSource, { server }: Pairing): Chosen {
  if (server === undefined || !namesServers) return { label, tools };
  const chosen = tools.filter((each) => each.server === server);
  if (chosen.length > 0 || tools.length === 0) return { label, tools: chosen };
  throw usage(`${label} has no tools of a server ${printable(server)}; it has ${namesIn(tools)}.`);
}

function refuseSeveral({ label, tools }: Chosen): void {
  if (new Set(tools.map(({ server }) => server)).size < 2) return;
  throw usage(`${label} has tools of several servers. Name one with --server: ${namesIn(tools)}.`);
}

const maxNames = 5;

function namesIn(tools: readonly OfferedTool[]): string {
  const names = [...new Set(tools.map(({ server }) => server))];
  const shown = names.slice(0, maxNames).map((name) => printable(name.slice(0, 80)));
  return names.length > maxNames ? `${shown.join(", ")} and others` : shown.join(", ");
}

function serverOf({ tools }: Chosen, { namesServers }: DiffSource): string | undefined {
  return namesServers ? tools[0]?.server : undefined;
}

function fallbackOf({ tools }: Chosen): string {
  return tools[0]?.server ?? "server";
}

async function contractsOf(
  { label, tools }: Chosen,
  { overlays, terminal }: Pairing,
): Promise<ReadonlyMap<string, ToolContract>> {
  const contracts = new Map<string, ToolContract>();
  for (const source of await layOverlays(tools, overlays)) {
    const reading = readContract(source);
    const key = JSON.stringify([source.server, toolName(source.tool)]);
    if (reading.kind === "unreadable" || reading.contract.name === "") {
      terminal.err(unreadable(label));
      continue;
    }
    if (contracts.has(key)) terminal.err(twice(label, reading.contract.name));
    else contracts.set(key, reading.contract);
  }
  return contracts;
}

function unreadable(label: string): string {
  return `${label} has a tool that cannot be read, which is left out; toolcourt check says why.`;
}

function twice(label: string, name: string): string {
  return `${label} has more than one tool called ${printable(name)}; the first is compared.`;
}

import type { Bench, ProfileName, Rule } from "@toolcourt/sdk/rules";
import { isJsonObject, own, type ToolSource } from "@toolcourt/sdk";
import { merge, repairTool } from "../registry/repair.ts";
import type { OverlayFiles } from "./overlay-files.ts";
import { printable } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

export interface Fixing {
  readonly rules: readonly Rule[];
  readonly profiles: readonly ProfileName[];
  readonly now: number;
}

/** The sources with the operator's overlays laid over them. */
export async function layOverlays<Source extends ToolSource>(
  sources: readonly Source[],
  files: OverlayFiles,
): Promise<readonly Source[]> {
  const laid: Source[] = [];
  for (const source of sources) {
    const overlay = await files.read(source.server, nameOf(source));
    laid.push(overlay === undefined ? source : { ...source, overlay });
  }
  return laid;
}

/** Writes what the rules know how to write. The server's own file is never touched. */
export async function fixTools(
  sources: readonly ToolSource[],
  files: OverlayFiles,
  { fixing, terminal }: { readonly fixing: Fixing; readonly terminal: Terminal },
): Promise<void> {
  // A repair is about one tool; whether another has the same name is nothing it could change.
  const bench: Bench = { ...fixing, scene: { namesakes: () => 1, now: fixing.now } };
  let written = 0;
  for (const source of sources) {
    const name = nameOf(source);
    // Read again each time: a namesake may have been written a moment ago, and its overlay is now taken.
    const overlay = await files.read(source.server, name);
    const repair = repairTool(overlay === undefined ? source : { ...source, overlay }, bench);
    if (repair === undefined) continue;
    const path = await files.add(source.server, name, merge({}, repair.added));
    if (path === undefined) continue;
    written += 1;
    terminal.err(`Wrote ${printable(path)} for ${repair.rules.join(", ")}.`);
  }
  if (written === 0) terminal.err("Nothing to write: no rule knows a repair for what was found.");
}

function nameOf({ tool }: ToolSource): string {
  const name = isJsonObject(tool) ? own(tool, "name") : undefined;
  return typeof name === "string" ? name : "";
}

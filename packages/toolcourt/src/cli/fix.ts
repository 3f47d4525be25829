import type { JudgeBench } from "@toolcourt/contracts/internal/judge/judge";
import { repairTool } from "@toolcourt/contracts/internal/judge/repair";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ToolSource } from "@toolcourt/sdk";
import type { Bench } from "@toolcourt/sdk/rules";
import type { OverlayFiles } from "./overlay-files.ts";
import type { Terminal } from "./terminal.ts";

/** Returns the sources with the operator's overlays applied. */
export async function layOverlays<Source extends ToolSource>(
  sources: readonly Source[],
  files: OverlayFiles,
): Promise<readonly Source[]> {
  const laid: Source[] = [];
  for (const source of sources) {
    const overlay = await files.read(source.server, toolName(source.tool));
    laid.push(overlay === undefined ? source : { ...source, overlay });
  }
  return laid;
}

/** Writes the repairs that rules offer into overlays. Never touches the server's own file. */
export async function fixTools(
  sources: readonly ToolSource[],
  files: OverlayFiles,
  { bench, terminal }: { readonly bench: JudgeBench; readonly terminal: Terminal },
): Promise<void> {
  // A repair concerns one tool, so duplicate names are out of its reach.
  const alone: Bench = { ...bench, scene: { namesakes: () => 1, now: bench.now } };
  let written = 0;
  for (const source of sources) {
    const fixed = await fixTool(source, files, alone);
    if (fixed === undefined) continue;
    written += 1;
    terminal.err(`Wrote ${printable(fixed.path)} for ${fixed.rules.join(", ")}.`);
  }
  if (written === 0) terminal.err("Nothing to write: no rule knows a repair for what was found.");
}

/**
 * Retries if another run wrote the file meanwhile. Terminates because each retry has less to add.
 */
async function fixTool(
  source: ToolSource,
  files: OverlayFiles,
  bench: Bench,
): Promise<{ readonly path: string; readonly rules: readonly string[] } | undefined> {
  const name = toolName(source.tool);
  // Reads again each time: a tool of the same name may just have taken this overlay.
  const overlay = await files.read(source.server, name);
  const repair = repairTool(overlay === undefined ? source : { ...source, overlay }, bench);
  if (repair === undefined) return undefined;
  const addition = await files.add(source.server, name, repair.added);
  if (addition.kind === "changed") return fixTool(source, files, bench);
  return addition.kind === "written" ? { path: addition.path, rules: repair.rules } : undefined;
}

import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Target } from "../../targets.ts";

/**
 * Notes overlays that match no judged tool: they have no effect. Not a refusal, since the list may
 * be only part of the server's.
 */
export async function noteStrays(
  targets: readonly Pick<Target, "server" | "tool">[],
  overlays: string,
  root: string,
): Promise<readonly string[]> {
  const known = new Set(targets.map(({ server, tool }) => pathOf(server, toolName(tool))));
  const notes: string[] = [];
  for (const server of new Set(targets.map((target) => target.server))) {
    const [folder] = overlaySteps(server, "any") ?? [];
    if (folder === undefined) continue;
    const files = await readdir(resolve(root, overlays, folder)).catch(() => []);
    for (const file of files.filter((name) => /\.ya?ml$/.test(name)).toSorted()) {
      if (known.has(join(folder, file))) continue;
      const meant = pathOf(server, file.replace(/\.ya?ml$/, ""));
      const hint = known.has(meant) ? ` Rename it to ${printable(join(overlays, meant))}.` : "";
      notes.push(
        `${printable(join(overlays, folder, file))} belongs to no tool that was judged.${hint}`,
      );
    }
  }
  return notes;
}

function pathOf(server: string, name: string): string {
  return join(...(overlaySteps(server, name) ?? [""]));
}

import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { readOverlay } from "@toolcourt/contracts/internal/judge/read-overlay";
import type { Overlay } from "@toolcourt/sdk";
import { printable } from "../boundary/files/printable.ts";
import { readText } from "../boundary/files/read-file.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** Overlays lie here, beside the configuration. */
export const overlayFolder = "contracts";

/** The texts of overlays, by their paths in the folder of overlays. */
export type OverlayTexts = Readonly<Record<string, string>>;

/** Reads all overlays of the given servers at the start. An unreadable one aborts the start. */
export async function readOverlays(
  servers: readonly string[],
  runtime: ProcessRuntime,
): Promise<OverlayTexts> {
  await refuseForLocal(runtime.folder);
  const texts: [string, string][] = [];
  for (const server of servers) {
    const [folder] = overlaySteps(server, "any") ?? [];
    if (folder === undefined) continue;
    for (const file of await filesIn(join(overlayFolder, folder), runtime.folder)) {
      const path = join(overlayFolder, folder, file);
      texts.push([join(folder, file), await readText(path, runtime, 1)]);
    }
  }
  return Object.fromEntries(texts);
}

/** Judges overlays. An invalid one aborts the start. */
export function overlaysIn(
  texts: OverlayTexts,
): (server: string, tool: string) => Overlay | undefined {
  const overlays = new Map(
    Object.entries(texts).map(([path, text]) => [
      path,
      readOverlay(text, printable(join(overlayFolder, path))).overlay,
    ]),
  );
  return (server, tool) => {
    const steps = overlaySteps(server, tool);
    return steps === undefined ? undefined : overlays.get(join(...steps));
  };
}

/**
 * Refuses overlays for local tools. A local tool enforces its contract in code. An overlay would
 * promise callers and reviewers terms unknown to the tool.
 */
async function refuseForLocal(root: string): Promise<void> {
  const folder = join(overlayFolder, "local");
  const [first] = await filesIn(folder, root);
  if (first === undefined) return;
  const problem = "A local tool has no overlay: say this in its own code, and remove the file.";
  const file = printable(join(folder, first));
  throw new Refusal("overlay-invalid", { file, line: 1, column: 1, problem });
}

async function filesIn(folder: string, root: string): Promise<readonly string[]> {
  const files: readonly string[] = await readdir(resolve(root, folder)).catch(() => []);
  return files.filter((file) => file.endsWith(".yaml")).toSorted();
}

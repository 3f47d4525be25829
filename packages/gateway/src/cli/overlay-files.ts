import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Overlay } from "@toolcourt/sdk";
import { hasCode, Refusal } from "../errors/refusal.ts";
import { addToOverlay } from "../registry/add-to-overlay.ts";
import { overlaySteps } from "../registry/overlay-name.ts";
import { readOverlay } from "../registry/read-overlay.ts";
import type { Surroundings } from "./command.ts";
import { printable } from "./printable.ts";
import { readText } from "./read-file.ts";

/** The files that the operator lays over servers' tools: `<folder>/<server>/<tool>.yaml`. */
export interface OverlayFiles {
  readonly read: (server: string, name: string) => Promise<Overlay | undefined>;
  /** Adds to an overlay and gives back the path of its file, or undefined for a tool without a name. */
  readonly add: (server: string, name: string, added: Overlay) => Promise<string | undefined>;
}

const defaultFolder = "contracts";

/** A folder that was named must exist, unless it is to be written; the usual one may be absent. */
export async function openOverlayFiles(
  named: string | undefined,
  writing: boolean,
  surroundings: Surroundings,
): Promise<OverlayFiles> {
  const folder = named ?? defaultFolder;
  const exists = await isFolder(resolve(surroundings.folder, folder));
  if (!exists && named !== undefined && !writing) {
    throw new Refusal("file-unreadable", { file: printable(named), because: "missing" });
  }
  const pathOf = (server: string, name: string): string | undefined => {
    const steps = overlaySteps(server, name);
    return steps === undefined ? undefined : join(folder, ...steps);
  };
  const textOf = async (path: string): Promise<string | undefined> =>
    exists || writing ? readIfThere(path, surroundings) : undefined;

  return {
    read: async (server, name) => {
      const path = pathOf(server, name);
      const text = path === undefined ? undefined : await textOf(path);
      if (path === undefined || text === undefined) return undefined;
      return readOverlay(text, printable(path)).overlay;
    },
    add: async (server, name, added) => {
      const path = pathOf(server, name);
      if (path === undefined) return undefined;
      const before = await textOf(path);
      await writeWhole(resolve(surroundings.folder, path), addToOverlay(before, added, path));
      return path;
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function readIfThere(path: string, surroundings: Surroundings): Promise<string | undefined> {
  try {
    return await readText(path, surroundings);
  } catch (error) {
    if (hasCode(error, "file-unreadable") && error.details.because === "missing") return undefined;
    throw error;
  }
}

// A file appears whole or not at all: it is written beside its place and then moved there.
async function writeWhole(path: string, text: string): Promise<void> {
  let workplace: string | undefined;
  try {
    await mkdir(dirname(path), { recursive: true });
    workplace = await mkdtemp(join(dirname(path), ".writing-"));
    const written = join(workplace, "overlay.yaml");
    await writeFile(written, text, "utf8");
    await rename(written, path);
  } catch (error) {
    throw new Refusal("write-failed", { file: printable(path) }, { cause: error });
  } finally {
    if (workplace !== undefined) await rm(workplace, { recursive: true, force: true });
  }
}

import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Unreadability } from "@toolcourt/contracts/internal/errors/catalog";
import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { JudgeOptions } from "@toolcourt/contracts/internal/judge/judge";
import { addToOverlay, overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { readOverlay } from "@toolcourt/contracts/internal/judge/read-overlay";
import { repairTool } from "@toolcourt/contracts/internal/judge/repair";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readText, whyUnreadable } from "@toolcourt/gateway/internal/boundary/files/read-file";
import {
  makeFolderOf,
  takeTurn,
  whyUnwritable,
  writeWhole,
} from "@toolcourt/gateway/internal/boundary/files/write-file";
import { overlayFolder } from "@toolcourt/gateway/internal/compose/load-overlays";
import type { Overlay, ToolSource } from "@toolcourt/sdk";
import type { LintOptions } from "@toolcourt/sdk/rules";
import type { CommandContext, Terminal } from "./command.ts";

/** The operator's overlays for server tools: `<folder>/<server>/<tool>.yaml`. */
export interface OverlayFiles {
  readonly read: (server: string, name: string) => Promise<Overlay | undefined>;
  /** Adds to an overlay, unless the file changed since it was last read. */
  readonly add: (server: string, name: string, added: Overlay) => Promise<Addition>;
  /**
   * Returns the file of a tool and its text, if it exists. Undefined if the tool's name cannot be a
   * file name.
   */
  readonly find: (server: string, name: string) => Promise<FoundOverlay | undefined>;
  /** Replaces the text of an overlay, unless the file changed meanwhile. */
  readonly replace: (found: FoundOverlay, text: string) => Promise<Addition>;
}

export interface FoundOverlay {
  readonly path: string;
  readonly text: string | undefined;
}

export type Addition =
  | { readonly kind: "written"; readonly path: string }
  /** The file changed concurrently, so less may be missing now. */
  | { readonly kind: "changed" }
  /** The tool's name cannot be a file name. */
  | { readonly kind: "nameless" };

/** Parsing YAML takes one second per megabyte, and no overlay is that long. */
const maxOverlayMb = 1;

/**
 * Opens the overlay folder. A named folder must exist, unless it is to be written. The default
 * folder may be missing.
 */
export async function openOverlayFiles(
  named: string | undefined,
  writing: boolean,
  context: CommandContext,
): Promise<OverlayFiles> {
  const folder = named ?? overlayFolder;
  const absence = await whyNoFolder(resolve(context.folder, folder));
  const exists = absence === undefined;
  if (!exists && (absence !== "missing" || (named !== undefined && !writing))) {
    throw new Refusal("file-unreadable", { file: printable(folder), because: absence });
  }
  const pathOf = (server: string, name: string): string | undefined => {
    const steps = overlaySteps(server, name);
    return steps === undefined ? undefined : join(folder, ...steps);
  };
  const textOf = async (path: string): Promise<string | undefined> =>
    exists || writing ? readIfThere(path, context) : undefined;

  const lastRead = new Map<string, string | undefined>();
  return {
    read: async (server, name) => {
      const path = pathOf(server, name);
      if (path === undefined) return undefined;
      const text = await textOf(path);
      lastRead.set(path, text);
      return text === undefined ? undefined : readOverlay(text, printable(path)).overlay;
    },
    add: async (server, name, added) => {
      const path = pathOf(server, name);
      if (path === undefined) return { kind: "nameless" };
      const text = lastRead.get(path);
      const make = (): string => addToOverlay(text, added, printable(path));
      return replaceText({ path, text }, make, { ...context, textOf });
    },
    find: async (server, name) => {
      const path = pathOf(server, name);
      return path === undefined ? undefined : { path, text: await textOf(path) };
    },
    replace: (found, text) => replaceText(found, () => text, { ...context, textOf }),
  };
}

async function replaceText(
  { path, text }: FoundOverlay,
  make: () => string,
  {
    textOf,
    ...context
  }: CommandContext & { readonly textOf: (path: string) => Promise<string | undefined> },
): Promise<Addition> {
  if (await hasNamesake(path, context.folder)) {
    throw new Refusal("write-failed", { file: printable(path), because: "namesake" });
  }
  await using stack = new AsyncDisposableStack();
  stack.use(await turnAt(path, context));
  if ((await textOf(path)) !== text) return { kind: "changed" };
  await writeWhole(context.folder, path, make());
  return { kind: "written", path };
}

/** Serializes runs that write to the same folder. */
async function turnAt(path: string, { folder, clock }: CommandContext): Promise<AsyncDisposable> {
  await makeFolderOf(folder, path);
  return takeTurn(resolve(folder, dirname(path), ".turn"), clock).catch((error: unknown) => {
    throw new Refusal(
      "write-failed",
      { file: printable(path), because: whyUnwritable(error) },
      { cause: error },
    );
  });
}

async function whyNoFolder(path: string): Promise<Unreadability | undefined> {
  return stat(path).then(
    (found) => (found.isDirectory() ? undefined : "not-folder"),
    whyUnreadable,
  );
}

async function readIfThere(path: string, context: CommandContext): Promise<string | undefined> {
  if (await hasNamesake(path, context.folder)) return undefined;
  try {
    return await readText(path, context, maxOverlayMb);
  } catch (error) {
    if (hasCode(error, "file-unreadable") && error.details.because === "missing") return undefined;
    throw error;
  }
}

/**
 * Reports whether the file of another tool differs from this one only in case. On a
 * case-insensitive file system both tools would share one file. Neither may get the other's
 * overlay.
 */
async function hasNamesake(path: string, root: string): Promise<boolean> {
  const files: readonly string[] = await readdir(resolve(root, dirname(path))).catch(() => []);
  const name = basename(path);
  return !files.includes(name) && files.some((file) => file.toLowerCase() === name.toLowerCase());
}

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
  { options, terminal }: { readonly options: JudgeOptions; readonly terminal: Terminal },
): Promise<void> {
  // A repair concerns one tool, so duplicate names are out of its reach.
  const alone: LintOptions = { ...options, scene: { namesakes: () => 1, now: options.now } };
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
  options: LintOptions,
): Promise<{ readonly path: string; readonly rules: readonly string[] } | undefined> {
  const name = toolName(source.tool);
  // Reads again each time: a tool of the same name may just have taken this overlay.
  const overlay = await files.read(source.server, name);
  const repair = repairTool(overlay === undefined ? source : { ...source, overlay }, options);
  if (repair === undefined) return undefined;
  const addition = await files.add(source.server, name, repair.added);
  if (addition.kind === "changed") return fixTool(source, files, options);
  return addition.kind === "written" ? { path: addition.path, rules: repair.rules } : undefined;
}

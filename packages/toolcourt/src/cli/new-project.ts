import { lstat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { writeWhole } from "@toolcourt/gateway/internal/boundary/files/write-file";
import { entryText, withEntry, withExport } from "../authoring/scaffolding/registration.ts";
import { serverFiles, versions } from "../authoring/scaffolding/server-files.ts";
import { type NewTool, type ProjectFile, toolFiles } from "../authoring/scaffolding/tool-files.ts";
import type { CommandContext } from "./command.ts";

/** The files to write, computed before any write. */
export interface Plan {
  /** Files that must not exist yet. */
  readonly fresh: readonly ProjectFile[];
  /** Project files that get an additional line. */
  readonly changed: readonly ProjectFile[];
  /** Further advice for the user. */
  readonly notes: readonly string[];
}

/** Plans a new project in a folder of the same name. */
export function planProject(name: string, tool: NewTool): Plan {
  const fresh = serverFiles({ name, tool }).map(({ path, text }) => ({
    path: join(name, path),
    text,
  }));
  return { fresh, changed: [], notes: [] };
}

/** Plans a new tool in the project of this folder. */
export async function planAddition(tool: NewTool, context: CommandContext): Promise<Plan> {
  const [tools, config] = [
    await textIfThere("tools.ts", context),
    await textIfThere("toolcourt.yaml", context),
  ];
  const exported = { path: "tools.ts", text: withExport(tools, tool) };
  const configured = configuredIn(config, tool);
  return {
    fresh: [...toolFiles(tool), ...(tools === undefined ? [exported] : [])],
    changed: [...(tools === undefined ? [] : [exported]), ...configured.changed],
    notes: [...configured.notes, ...(await missingPackages(context))],
  };
}

/** Reports whether the folder holds a project to add tools to. */
export async function isProject({ folder }: CommandContext): Promise<boolean> {
  return isThere(resolve(folder, "package.json"));
}

function configuredIn(before: string | undefined, tool: NewTool): Pick<Plan, "changed" | "notes"> {
  const listing = before === undefined ? { kind: "unchanged" as const } : withEntry(before, tool);
  if (listing.kind === "listed") {
    return { changed: [{ path: "toolcourt.yaml", text: listing.text }], notes: [] };
  }
  const why = "No server of toolcourt.yaml is started from server.ts.";
  return { changed: [], notes: [`${why} Where your tools are listed, add:\n${entryText(tool)}`] };
}

/** Lists the packages that the tool's files import and the project lacks. */
async function missingPackages(context: CommandContext): Promise<readonly string[]> {
  const manifest = (await textIfThere("package.json", context)) ?? "";
  const missing = (["@toolcourt/sdk", "zod"] as const).filter(
    (name) => !manifest.includes(`"${name}"`),
  );
  if (missing.length === 0) return [];
  const wanted = missing.map((name) => `${name}@${versions[name]}`);
  return [`The project needs more packages: npm install --save-exact ${wanted.join(" ")}`];
}

/** Writes all files, or none if one already exists. */
export async function carryOut(
  { fresh, changed }: Plan,
  { folder }: CommandContext,
): Promise<void> {
  await refuseTaken(fresh, folder);
  for (const { path, text } of [...fresh, ...changed]) await writeWhole(folder, path, text);
}

/** Throws for the first file that already exists. */
export async function refuseTaken(files: readonly ProjectFile[], folder: string): Promise<void> {
  for (const { path } of files) {
    if (await isThere(resolve(folder, path))) {
      throw new Refusal("write-failed", { file: printable(path), because: "exists" });
    }
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function textIfThere(file: string, context: CommandContext): Promise<string | undefined> {
  try {
    return await readText(file, context, 1);
  } catch (error) {
    if (hasCode(error, "file-unreadable") && error.details.because === "missing") return undefined;
    throw error;
  }
}

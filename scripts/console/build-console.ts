import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Rollup } from "vite";
import { licensesOf } from "../bundle.ts";

const root = resolve(import.meta.dirname, "../..");

/** Where the gateway reads the pages from. */
export const consoleFolder = join(root, "packages/gateway/console");

/** Pages that are opened one after the other come as one file each: many small ones compress badly. */
const groups = [
  { name: "records", test: /\/pages\/(?:calls|audit|quarantine|results|runs)\// },
  { name: "tools", test: /\/pages\/(?:servers|tools)\// },
  { name: "upkeep", test: /\/pages\/(?:policy|connections|drafts|settings|ask)\// },
] as const;

/** Builds the pages of the console into the gateway's package, with the licenses of what is inside. */
export async function buildConsole(): Promise<void> {
  const chunks = await bundleConsole();
  writeFileSync(join(consoleFolder, "THIRD-PARTY-LICENSES"), licensesInside(chunks));
}

/** Modules that the build adds, by the tool that brings them. They are of no package of the page. */
export const addedModules: ReadonlyMap<string, string> = new Map([
  ["\0vite/preload-helper.js", "vite"],
  ["\0rolldown/runtime.js", "rolldown"],
]);

/** Returns the licenses of all code of others in the pages. */
export function licensesInside(chunks: readonly Rollup.OutputChunk[]): string {
  const added = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => addedModules.get(id) ?? []),
  );
  return [licensesOf(chunks), ...[...new Set(added)].toSorted().map(licenseOfTool)].join("\n\n");
}

/** The license of a tool itself, without those of what is inside its own package. */
function licenseOfTool(name: string): string {
  const folder = join(root, "node_modules", name);
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${folder} has no license to publish`);
  const [own = ""] = readFileSync(join(folder, file), "utf8").split("\n# Licenses of bundled");
  return `${name}\n\n${own.trim()}\n`;
}

/** Bundles the pages. Writes nothing if `isWritten` is false. */
export async function bundleConsole(isWritten = true): Promise<readonly Rollup.OutputChunk[]> {
  const made = await build({
    root: join(root, "packages/console"),
    base: "/console/",
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["@toolcourt/source", "module", "browser", "production"] },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir: consoleFolder,
      emptyOutDir: true,
      write: isWritten,
      target: "baseline-widely-available",
      // The content security policy has no `data:`.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Of the gateway the page needs one function, and nothing that the SDK loads beside it.
      rolldownOptions: {
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: [...groups] } },
        treeshake: { moduleSideEffects: (id) => !/\/packages\/(?:sdk|gateway)\//.test(id) },
      },
    },
  });
  const outputs = [made].flat().flatMap((each) => ("output" in each ? each.output : []));
  return outputs.filter((each): each is Rollup.OutputChunk => each.type === "chunk");
}

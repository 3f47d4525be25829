import { writeFileSync } from "node:fs";
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

/** Builds the pages of the console into the gateway's package. */
export async function buildConsole(): Promise<void> {
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
  const chunks = outputs.filter((each): each is Rollup.OutputChunk => each.type === "chunk");
  writeFileSync(join(consoleFolder, "THIRD-PARTY-LICENSES"), licensesOf(chunks));
}

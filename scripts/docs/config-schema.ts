import { spawnSync } from "node:child_process";
import { configJsonSchema } from "@toolcourt/gateway";
import type { Page } from "./page.ts";

/** Returns the configuration schema for editors, formatted like every file of the project. */
export function configSchemaFile(): Page {
  const path = "docs/toolcourt.schema.json";
  const { status, stdout } = spawnSync("biome", ["format", `--stdin-file-path=${path}`], {
    input: JSON.stringify(configJsonSchema(), undefined, 2),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error("The formatter did not take the schema.");
  return { path, text: stdout };
}

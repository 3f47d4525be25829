import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type AssetFiles, indexFile } from "../edge/console/assets.ts";

/** The build writes the page here, beside the folder of the code. */
const builtPages = new URL("../../console/", import.meta.url);

type NamedFile = readonly [path: string, body: Uint8Array];

/** Reads every file of the built page: no request touches the disk. Throws if it is missing. */
export async function readPages(folder: string | undefined): Promise<AssetFiles> {
  const pages = new Map<string, Uint8Array>(
    await filesIn(folder ?? fileURLToPath(builtPages)).catch(() => []),
  );
  if (!pages.has(indexFile)) throw new Refusal("console-unavailable", { because: "assets" });
  return pages;
}

async function filesIn(folder: string): Promise<readonly NamedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }): Promise<NamedFile> => {
        const path = join(parentPath, name);
        return [relative(folder, path).replaceAll("\\", "/"), await readFile(path)];
      }),
  );
}

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../../../shared/data");

/** Files of the data folder beside the project, if there is one. */
export interface SharedData {
  /** Why a test cannot run. Undefined if it can. */
  readonly missing: string | undefined;
  readonly path: string;
  readonly files: () => readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** Returns the files with an extension below a folder. */
export function sharedData(folder: string, extension: string): SharedData {
  const path = join(root, folder);
  return {
    path,
    missing: existsSync(path) ? undefined : `there is no ../shared/data/${folder}`,
    files: () =>
      readdirSync(path)
        .filter((name) => name.endsWith(extension))
        .map((name) => ({ name, bytes: readFileSync(join(path, name)) })),
  };
}

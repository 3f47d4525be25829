import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { runProgram } from "./run-program.ts";

export interface DebianPackages {
  readonly wanted: readonly string[];
  /** Other releases may need other libraries. Running the program shows if they suffice. */
  readonly libraries: readonly string[];
}

/** Downloads packages of the distribution and unpacks them into a folder. Installs nothing. */
export async function unpackDebian(
  folder: string,
  { wanted, libraries }: DebianPackages,
): Promise<void> {
  const download = (name: string): Promise<string> =>
    runProgram({ command: "apt-get", args: ["download", name], cwd: folder });
  for (const name of wanted) await download(name);
  for (const name of libraries) await download(name).catch(() => "");
  const files = await readdir(folder);
  for (const file of files.filter((name) => name.endsWith(".deb"))) {
    await runProgram({ command: "dpkg", args: ["-x", file, "."], cwd: folder });
  }
}

/** Returns an environment in which unpacked programs find unpacked libraries. */
export async function withLibraries(folder: string): Promise<typeof env> {
  const libraries = join(folder, "usr/lib");
  const entries = await readdir(libraries, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  return { ...env, LD_LIBRARY_PATH: folders.map(({ name }) => join(libraries, name)).join(":") };
}

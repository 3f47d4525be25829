import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder of one test, removed afterwards. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  readonly write: (file: string, content: string | Uint8Array) => Promise<void>;
  readonly read: (file: string) => Promise<string>;
  /** Returns the sorted relative paths of all files. */
  readonly files: () => Promise<readonly string[]>;
}

/** A stopped process may still be closing a file there. */
const patience = { maxRetries: 10, retryDelay: 20 };

export async function openFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "toolcourt-test-"));
  const folder: Folder = {
    path,
    write: async (file, content) => {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), content);
    },
    read: (file) => readFile(join(path, file), "utf8"),
    files: async () => {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
        .toSorted();
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, ...patience }),
  };
  for (const [file, content] of Object.entries(files)) await folder.write(file, content);
  return folder;
}

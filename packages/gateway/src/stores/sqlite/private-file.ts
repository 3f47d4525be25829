import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Creates an empty file, and its folder, that nobody but us can read. What is there already stays as it is. */
export function createPrivateFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Born elsewhere and linked: a file that is opened and closed here would take with it the locks that
  // another connection of this process holds on it (https://sqlite.org/howtocorrupt.html, 2.2).
  const birthplace = mkdtempSync(`${path}.`);
  try {
    const born = join(birthplace, basename(path));
    writeFileSync(born, "", { mode: 0o600 });
    linkSync(born, path);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    rmSync(birthplace, { recursive: true, force: true });
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

import { linkSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Creates an empty owner-only file and its folder. An existing file stays as it is. */
export function createPrivateFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Created elsewhere and linked. Opening and closing the file here would release this process's
  // other locks on it (https://sqlite.org/howtocorrupt.html, 2.2).
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

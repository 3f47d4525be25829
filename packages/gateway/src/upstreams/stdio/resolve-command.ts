import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";

export interface Lookup {
  readonly searchPath: string;
  readonly cwd: string;
}

/**
 * Resolves a program as our own shell would. The child's environment is ignored: it was written for
 * the child, not to choose the program.
 */
export function resolveCommand(command: string, { searchPath, cwd }: Lookup): string | undefined {
  const places = command.includes("/")
    ? [resolve(cwd, command)]
    : searchPath
        .split(delimiter)
        .filter((folder) => folder !== "")
        .map((folder) => resolve(cwd, folder, command));
  return places.find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";

export interface Lookup {
  readonly searchPath: string;
  readonly cwd: string;
}

/**
 * Finds the program as our own shell would. The child's environment does not decide it: that one is
 * given for the child, and whoever wrote it did not choose the program by it.
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

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

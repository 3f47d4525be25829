import { createRequire } from "node:module";
import { join } from "node:path";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "./printable.ts";

/**
 * Returns the path of a named file. A name such as `@scope/package/file.yaml` is a file of an
 * installed package: of the project in the folder, or else beside the gateway. Others stay as they
 * are.
 */
export function pathOfNamed(file: string, folder: string): string {
  const name = packageOf(file);
  if (name === undefined) return file;
  const found =
    resolvedFrom(join(folder, "toolcourt.yaml"), file) ?? resolvedFrom(import.meta.filename, file);
  if (found !== undefined) return found;
  const problem = `${printable(name)} is not installed here, or has no such file: run \`npm install ${printable(name)}\`.`;
  throw new Refusal("config-invalid", { file: printable(file), problems: [problem] });
}

/** Returns the package that a name such as `@scope/package/file.yaml` begins with. */
export function packageOf(file: string): string | undefined {
  return /^@[\w.-]+\/[\w.-]+(?=\/)/.exec(file)?.[0];
}

function resolvedFrom(from: string, file: string): string | undefined {
  try {
    return createRequire(from).resolve(file);
  } catch {
    return undefined;
  }
}

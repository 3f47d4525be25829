import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { labelOf, type ReadingDeps, readText } from "../boundary/files/read-file.ts";
import type { ConfigSource } from "../config/load.ts";
import { defaultText } from "../config/load.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** The configuration file used if none is named. */
export const defaultFile = "toolcourt.yaml";

// Configurations are handwritten. A file of this size was named by mistake.
const maxMb = 1;

export type ConfigLookupDeps = ReadingDeps & Pick<ProcessRuntime, "environment">;

/** The text of a configuration and its source. */
export interface FoundConfig {
  readonly text: string;
  readonly source: ConfigSource;
}

/** Reads the named file, else `toolcourt.yaml`, else uses the defaults. */
export async function findConfig(
  named: string | undefined,
  deps: ConfigLookupDeps,
): Promise<FoundConfig> {
  const { environment } = deps;
  // Most likely an unset variable in a script. As a path it would mean the current folder.
  if (named === "") {
    const problem = "Give --config a file.";
    throw new Refusal("usage-invalid", { problem, help: "toolcourt effective --help" });
  }
  const file = named ?? defaultFile;
  try {
    const text = await readText(file, deps, maxMb);
    return { text, source: { file: labelOf(file), environment } };
  } catch (error) {
    const absent = hasCode(error, "file-unreadable") && error.details.because === "missing";
    if (named === undefined && absent) return { text: defaultText, source: { environment } };
    throw error;
  }
}

/** Returns a configuration whose file was read before. */
export function foundBefore(
  text: string,
  named: string | undefined,
  { environment }: ConfigLookupDeps,
): FoundConfig {
  return { text, source: { file: labelOf(named ?? defaultFile), environment } };
}

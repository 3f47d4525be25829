import { labelOf, type ReadingPlace, readText } from "../boundary/files/read-file.ts";
import { defaultText } from "../config/load.ts";
import type { ConfigSource } from "../config/read.ts";
import { hasCode, Refusal } from "../foundation/errors/refusal.ts";
import type { ProcessRuntime } from "./process-runtime.ts";

/** Where a configuration is looked for when nobody names a file. */
export const defaultFile = "toolcourt.yaml";

// A configuration is written by people; one of this size is another file by mistake.
const maxMb = 1;

export type ConfigPlace = ReadingPlace & Pick<ProcessRuntime, "environment">;

/** The text of a configuration, ready for whoever reads it. */
export interface FoundConfig {
  readonly text: string;
  readonly source: ConfigSource;
}

/** The file that was named, else `toolcourt.yaml`, else what applies without a file. */
export async function findConfig(
  named: string | undefined,
  surroundings: ConfigPlace,
): Promise<FoundConfig> {
  const { environment } = surroundings;
  // An empty variable in a script, most likely. Taken as a path it would mean the current folder.
  if (named === "") {
    const problem = "Give --config a file.";
    throw new Refusal("usage-invalid", { problem, help: "toolcourt effective --help" });
  }
  const file = named ?? defaultFile;
  try {
    const text = await readText(file, surroundings, maxMb);
    return { text, source: { file: labelOf(file), environment } };
  } catch (error) {
    const absent = hasCode(error, "file-unreadable") && error.details.because === "missing";
    if (named === undefined && absent) return { text: defaultText, source: { environment } };
    throw error;
  }
}

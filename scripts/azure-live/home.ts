import { openFolder } from "@toolcourt/testing/folder";
import type { ConnectionInput } from "./connection.ts";
import type { Finished } from "./parts.ts";

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Where a command runs. */
export interface At {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
}

/** Runs a command of ours. */
export type Toolcourt = (args: readonly string[], at: At) => Promise<Ran>;

export interface Home {
  /** The configuration. */
  readonly config: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** The connection `azure`. Default: there is none. */
  readonly connection?: ConnectionInput;
}

/** Does the work in a gateway of its own, which is gone afterwards. */
export async function inHome(
  { config, files = {}, environment = {}, connection }: Home,
  toolcourt: Toolcourt,
  work: (at: At) => Promise<Finished>,
): Promise<Finished> {
  await using folder = await openFolder({ "toolcourt.yaml": config, ...files });
  const at = { folder: folder.path, environment, input: "" };
  if (connection !== undefined) {
    const adding = ["connections", "add", "azure", ...connection.flags];
    const added = await toolcourt(adding, { ...at, input: connection.input });
    if (added.code !== 0) return { lines: [added.errors], failed: true };
  }
  return await work(at);
}

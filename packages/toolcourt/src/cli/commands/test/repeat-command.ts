import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { JsonObject } from "@toolcourt/sdk";
import type { LiveServer } from "../../live-server.ts";
import { shellWord } from "../../shell-word.ts";

export interface Repeating {
  readonly live: LiveServer;
  readonly seed: number;
  /** The given flags that affect the drawn inputs and the called tools. */
  readonly flags: readonly string[];
}

/** Longer inputs are too long to type and are drawn again from the seed. */
const longestInput = 2_000;

/** Returns the command that reproduces a finding: by its input, or else by the seed. */
export function repeatCommand(
  { live, seed, flags }: Repeating,
  tool: string,
  input?: JsonObject,
): string {
  const json = input === undefined ? undefined : printableJson(input);
  const given = json === undefined || json.length > longestInput ? [] : ["--input", json];
  const only = tool === "" ? [] : ["--only", tool];
  const words = ["toolcourt", "test", "--seed", String(seed), ...flags, ...only, ...given];
  return [...words, ...target(live)].map(shellWord).join(" ");
}

function target({ transport, label }: LiveServer): readonly string[] {
  return transport.kind === "stdio"
    ? ["--", transport.command, ...transport.args].map(printable)
    : [label];
}

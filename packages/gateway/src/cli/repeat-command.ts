import type { JsonObject } from "@toolcourt/sdk";
import { printable, printableJson } from "../boundary/files/printable.ts";
import type { LiveServer } from "./live-server.ts";
import { shellWord } from "./shell-word.ts";

export interface Repeating {
  readonly live: LiveServer;
  readonly seed: number;
  /** The flags that decide what is drawn and what is called, as they were given. */
  readonly flags: readonly string[];
}

/** An input longer than this is drawn again from its seed, because nobody types it. */
const longestInput = 2_000;

/** The command line that shows a finding again: by its input, or by its seed where there is none. */
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

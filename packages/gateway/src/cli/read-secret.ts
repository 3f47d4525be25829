import type { Surroundings } from "./command.ts";
import { connectionUsage as usage } from "./connection-usage.ts";
import { readText } from "./read-file.ts";

const mostMb = 1;

/** Reads secrets from files and from standard input, each of which is one secret. */
export function createReadSecret(
  surroundings: Surroundings,
): (file: string, flag: string) => Promise<string> {
  let isInputRead = false;
  return async (file, flag) => {
    if (file === "-" && isInputRead) throw usage("Standard input holds one secret, not two.");
    isInputRead ||= file === "-";
    const text = (await readText(file, surroundings, mostMb)).replace(/\r?\n$/, "");
    // It will stand in a header, and what is in it is not said.
    if (!/^[\x20-\x7e]{1,65536}$/.test(text)) {
      throw usage(`What ${flag} names is not one line of plain characters.`);
    }
    return text;
  };
}

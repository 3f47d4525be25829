import { readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { CommandContext } from "../../command.ts";
import { connectionUsage as usage } from "./connection-usage.ts";

const mostMb = 1;

/** Shorter secrets cannot be redacted: they would match parts of ordinary words. */
const fewest = 8;

/** Reads secrets from files, from standard input (one secret only), or from a terminal prompt. */
export function createReadSecret(
  context: CommandContext,
): (file: string, flag: string) => Promise<string> {
  const { askSecret } = context;
  let isInputRead = false;
  const written = (file: string, flag: string): Promise<string> => {
    if (file !== "-") return readText(file, context, mostMb);
    if (askSecret !== undefined) return askSecret(`What ${flag} stands for, which is not shown: `);
    if (isInputRead) throw usage("Standard input holds one secret, not two.");
    isInputRead = true;
    return readText(file, context, mostMb);
  };
  return async (file, flag) => {
    const text = (await written(file, flag)).replace(/\r?\n$/, "");
    if (text === "") throw usage(`What ${flag} names is empty.`);
    // The secret goes into a header. The error must not quote it.
    if (!/^[\x20-\x7e]{1,65536}$/.test(text)) {
      throw usage(`What ${flag} names is not one line of plain characters.`);
    }
    if (text.length < fewest) throw usage(`What ${flag} names has fewer than 8 characters.`);
    return text;
  };
}

/** Returns the named file, or `-` to prompt at the terminal. Undefined without a terminal. */
export function namedOrAsked(
  file: string | undefined,
  { askSecret }: CommandContext,
): string | undefined {
  return file ?? (askSecret && "-");
}

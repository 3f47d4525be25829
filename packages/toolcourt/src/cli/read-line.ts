import type { CommandContext } from "./command.ts";

const maxLineLength = 1_000;

/** Returns the first line of standard input, trimmed. */
export async function readLine({ readInput }: CommandContext): Promise<string> {
  let line = "";
  for await (const chunk of readInput()) {
    line += Buffer.from(chunk).toString("utf8");
    if (line.includes("\n") || line.length > maxLineLength) break;
  }
  return (line.split("\n")[0] ?? "").trim();
}

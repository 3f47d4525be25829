import { readFile } from "node:fs/promises";
import { type Ran, run } from "../../packages/testing/src/terminal.ts";

const docs = new URL("../../docs/", import.meta.url);

/** A page to follow: the files to write and the commands to run. */
export interface Guide {
  /** The configuration to write first. */
  readonly config: string;
  /** Every command in page order, without `npx toolcourt`. */
  readonly commands: readonly string[];
}

export async function readGuide(path: string): Promise<Guide> {
  const text = await readFile(new URL(path, docs), "utf8");
  return {
    config: /^```yaml\n(?<yaml>.*?)^```$/ms.exec(text)?.groups?.["yaml"] ?? "",
    // At the beginning of a line in a code block, or between backticks in a sentence.
    commands: [...text.matchAll(/(?:^|`)npx toolcourt ([^`\n]*)/gm)].map(([, line = ""]) => line),
  };
}

/** Runs a command line. Understands only single quotes. */
export function runLine(line: string, folder: string): Promise<Ran> {
  const args = line.match(/'[^']*'|\S+/g) ?? [];
  return run(
    args.map((arg) => arg.replaceAll("'", "")),
    { folder },
  );
}

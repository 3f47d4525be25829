import { machine } from "../../packages/testing/src/serving.ts";
import { runToolcourt } from "../../packages/toolcourt/src/cli/run.ts";

/** Runs a command in a gateway's folder and returns its output. Throws if it fails. */
export function command(folder: string, ...args: readonly string[]): Promise<string> {
  return commandWith({}, folder, args);
}

/** Like `command`, with environment variables for the configuration. */
export async function commandWith(
  environment: Readonly<Record<string, string>>,
  folder: string,
  args: readonly string[],
): Promise<string> {
  const printed: string[] = [];
  const { signal } = new AbortController();
  const surroundings = machine(folder, (text) => printed.push(text), signal);
  const code = await runToolcourt(args, { ...surroundings, environment });
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${printed.join("\n")}`);
  return printed.join("\n");
}

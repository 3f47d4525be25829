import { runToolcourt } from "../../packages/gateway/src/cli/run.ts";
import { machine } from "../../packages/gateway/src/testing/serving.ts";

/** Runs a command beside a gateway, in its folder, and gives back what it printed. Throws where it fails. */
export function command(folder: string, ...args: readonly string[]): Promise<string> {
  return commandWith({}, folder, args);
}

/** The same with variables, for a configuration that names some. */
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

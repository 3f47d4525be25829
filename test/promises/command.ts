import { runToolcourt } from "../../packages/gateway/src/cli/run.ts";
import { machine } from "../../packages/gateway/src/testing/serving.ts";

/** Runs a command beside a gateway, in its folder, and gives back what it printed. Throws where it fails. */
export async function command(folder: string, ...args: readonly string[]): Promise<string> {
  const printed: string[] = [];
  const { signal } = new AbortController();
  const code = await runToolcourt(
    args,
    machine(folder, (text) => printed.push(text), signal),
  );
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${printed.join("\n")}`);
  return printed.join("\n");
}

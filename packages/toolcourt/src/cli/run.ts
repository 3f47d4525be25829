import type { CommandContext, CommandEntry, ExitCode } from "./command.ts";
import { commands } from "./commands.ts";
import { parseArguments } from "./parse.ts";

/**
 * Runs one command line. Never throws: prints one or more lines for a refusal, and one line for a
 * bug.
 *
 * @example
 * ```ts
 * declare const context: CommandContext;
 * const code = await runToolcourt(["check", "tools.json"], context);
 * process.exitCode = code;
 * ```
 */
export async function runToolcourt(
  args: readonly string[],
  context: CommandContext,
  known: readonly CommandEntry[] = commands,
): Promise<ExitCode> {
  let { terminal } = context;
  try {
    const asked = await parseArguments(args, known, context.terminal);
    if (asked.kind === "answered") return args.length === 0 ? 2 : 0;
    const { createSuggest } = await import("./suggest.ts");
    terminal = { ...terminal, suggest: createSuggest(asked.parsed, known) };
    const help = `toolcourt ${asked.name} --help`;
    return await asked.command.run(asked.parsed, { ...context, help, terminal });
  } catch (error) {
    // An aborted command needs no message.
    if (context.signal.aborted) return 2;
    const { orUsageRefusal, printFailure } = await import("./failures.ts");
    printFailure(orUsageRefusal(error, args, known), { ...context, terminal });
    return 2;
  }
}

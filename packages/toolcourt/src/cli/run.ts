import type { CommandContext, CommandEntry, ExitCode, Flags, Parsed } from "./command.ts";
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
  let parsed: Parsed<Flags> = { values: {}, positionals: [] };
  try {
    const asked = await parseArguments(args, known, context.terminal);
    if (asked.kind === "answered") return args.length === 0 ? 2 : 0;
    ({ parsed } = asked);
    const help = `toolcourt ${asked.name} --help`;
    const suggesting = await withSuggest(context, parsed, known);
    return await asked.command.run(parsed, { ...suggesting, help });
  } catch (error) {
    // An aborted command needs no message.
    if (context.signal.aborted) return 2;
    const { orUsageRefusal, printFailure } = await import("./failures.ts");
    const suggesting = await withSuggest(context, parsed, known);
    printFailure(orUsageRefusal(error, args, known), suggesting);
    return 2;
  }
}

async function withSuggest(
  context: CommandContext,
  parsed: Parsed<Flags>,
  known: readonly CommandEntry[],
): Promise<CommandContext> {
  // Loaded lazily: the help needs no suggestion.
  const { createSuggest } = await import("./suggest.ts");
  const suggest = createSuggest(parsed, { commands: known, program: context.program });
  return { ...context, terminal: { ...context.terminal, suggest } };
}

import { version } from "@toolcourt/contracts/internal/kernel/version";
import { Command as Commander, CommanderError, Option } from "commander";
import type { Command, CommandEntry, Flag, Flags, Parsed, Terminal } from "./command.ts";

/** A parsed command line. The parser itself answers help and version. */
export type Asked =
  | {
      readonly kind: "command";
      readonly name: string;
      readonly command: Command;
      readonly parsed: Parsed<Flags>;
    }
  | { readonly kind: "answered" };

const summary = "The gate between models and MCP tools.";

/** Parses a command line and loads the command that it names. Throws the parser's own error. */
export async function parseArguments(
  args: readonly string[],
  commands: readonly CommandEntry[],
  terminal: Terminal,
): Promise<Asked> {
  let asked: Asked = { kind: "answered" };
  const named = args.find((arg) => arg !== "help" && !arg.startsWith("-"));
  const chosen = commands.find(({ name }) => name === named);
  const command = chosen && (await chosen.load()).command;
  const { ours, behindDashes } = splitAtDashes(args, command);
  const program = configured(new Commander("toolcourt"), terminal)
    .description(summary)
    .version(version, "-V, --version", "Print the version")
    .helpCommand("help [command]", "Print the help of a command")
    .configureHelp({ subcommandTerm: (each) => `${each.name()} ${each.usage()}` });
  for (const entry of commands) {
    const made = toCommander(entry, entry === chosen ? command : undefined, terminal);
    program.addCommand(
      made.action((...given: unknown[]) => {
        if (command === undefined) throw new TypeError(`the command ${entry.name} was not loaded`);
        const parsed = parsedFrom(command.flags, given);
        asked = { kind: "command", name: entry.name, command, parsed: { ...parsed, behindDashes } };
      }),
    );
  }
  parse(program, ours.length === 0 ? ["--help"] : onlyKnown(ours, commands));
  return asked;
}

function parse(program: Commander, args: readonly string[]): void {
  try {
    program.parse(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
  }
}

/** Refuses help for an unknown command: the parser would print another help text, or nothing. */
function onlyKnown(args: readonly string[], commands: readonly CommandEntry[]): readonly string[] {
  const [first = "", second = ""] = args;
  const name = first === "help" ? second : first;
  const isKnown = name === "help" || commands.some((command) => command.name === name);
  return name === "" || name.startsWith("-") || isKnown ? args : [name];
}

// The parser would read the flags of the other command as ours, and `--` as the value of a flag.
function splitAtDashes(
  args: readonly string[],
  command: Command | undefined,
): { readonly ours: readonly string[]; readonly behindDashes?: readonly string[] } {
  const at = command?.behindDashes === undefined ? -1 : args.indexOf("--");
  return at === -1 ? { ours: args } : { ours: args.slice(0, at), behindDashes: args.slice(at + 1) };
}

function toCommander(
  entry: CommandEntry,
  command: Command | undefined,
  terminal: Terminal,
): Commander {
  const made = configured(new Commander(entry.name), terminal)
    .description(entry.summary)
    .usage(usageOf(entry, command));
  if (entry.positionals !== "") made.arguments(entry.positionals);
  if (command === undefined) return made;
  for (const [name, flag] of Object.entries(command.flags)) made.addOption(toOption(name, flag));
  if (command.notes.length > 0) made.addHelpText("after", `\n${command.notes.join("\n")}`);
  return made;
}

function configured(command: Commander, terminal: Terminal): Commander {
  return command
    .exitOverride()
    .helpOption("-h, --help", "Print this help")
    .configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: () => undefined,
      getOutHelpWidth: () => terminal.columns,
      getOutHasColors: () => false,
    });
}

/** Returns the usage after the command name. */
export function usageOf(
  { positionals }: Pick<CommandEntry, "positionals">,
  command?: Pick<Command, "behindDashes">,
): string {
  const { behindDashes = "" } = command ?? {};
  return ["[options]", positionals, behindDashes].filter((part) => part !== "").join(" ");
}

/** Converts a flag name: `maxWarnings` becomes `--max-warnings`. */
export function optionName(flag: string): string {
  return `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function toOption(name: string, flag: Flag): Option {
  const long = optionName(name);
  if (flag.type === "switch") return new Option(long, flag.summary);
  if (flag.type === "list") {
    return new Option(`${long} <${flag.value}>`, flag.summary).argParser<
      readonly string[] | undefined
    >((value, before) => [...(before ?? []), value]);
  }
  const option = new Option(`${shortOf(flag)}${long} <${flag.value}>`, flag.summary);
  return flag.choices === undefined ? option : option.choices(flag.choices);
}

/** Returns `-c, ` for the long name's prefix, or an empty string. */
export function shortOf(flag: Flag): string {
  return flag.type === "text" && flag.short !== undefined ? `-${flag.short}, ` : "";
}

const absent = { switch: false, text: undefined, list: [] } satisfies Record<Flag["type"], unknown>;

// Commander passes each argument, then the options, then itself.
function parsedFrom(flags: Flags, given: readonly unknown[]): Parsed<Flags> {
  const command = given.at(-1);
  if (!(command instanceof Commander)) throw new TypeError("the parser gave no command");
  const values = Object.entries(flags).map(([name, flag]) => [name, absent[flag.type]] as const);
  return {
    values: { ...Object.fromEntries(values), ...command.opts() },
    positionals: command.args,
  };
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { Command as Commander, CommanderError, Option } from "commander";
import type { Command, Flag, Flags, Parsed } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** A parsed command line. The parser itself answers help and version. */
export type Asked =
  | { readonly kind: "command"; readonly command: Command; readonly parsed: Parsed<Flags> }
  | { readonly kind: "answered" };

const summary = "The gate between models and MCP tools.";

/** Parses a command line. Refuses unknown words and suggests the nearest known one. */
export function parseArguments(
  args: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Asked {
  let asked: Asked = { kind: "answered" };
  const { ours, behindDashes } = splitAtDashes(args, commands);
  const program = configured(new Commander("toolcourt"), terminal)
    .description(summary)
    .version(version, "-V, --version", "Print the version")
    .helpCommand("help [command]", "Print the help of a command");
  for (const command of commands) {
    program.addCommand(
      toCommander(command, terminal).action((...given: unknown[]) => {
        const parsed = parsedFrom(command.flags, given);
        asked = { kind: "command", command, parsed: { ...parsed, ...behindDashes } };
      }),
    );
  }
  try {
    program.parse(ours.length === 0 ? ["--help"] : onlyKnown(ours, commands), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usage(error, ours, commands);
  }
  return asked;
}

/** Refuses help for an unknown command: the parser would print another help text, or nothing. */
function onlyKnown(args: readonly string[], commands: readonly Command[]): readonly string[] {
  const [first = "", second = ""] = args;
  const name = first === "help" ? second : first;
  const isKnown = name === "help" || commands.some((command) => command.name === name);
  return name === "" || name.startsWith("-") || isKnown ? args : [name];
}

// The parser would read the flags of the other command as ours, and `--` as the value of a flag.
function splitAtDashes(
  args: readonly string[],
  commands: readonly Command[],
): {
  readonly ours: readonly string[];
  readonly behindDashes: Pick<Parsed<Flags>, "behindDashes">;
} {
  const command = commands.find(({ name }) => name === args[0]);
  const at = command?.behindDashes === undefined ? -1 : args.indexOf("--");
  return at === -1
    ? { ours: args, behindDashes: {} }
    : { ours: args.slice(0, at), behindDashes: { behindDashes: args.slice(at + 1) } };
}

function toCommander(command: Command, terminal: Terminal): Commander {
  const made = configured(new Commander(command.name), terminal).description(command.summary);
  if (command.positionals !== "") made.arguments(command.positionals);
  if (command.behindDashes !== undefined) made.usage(usageOf(command));
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
export function usageOf({ positionals, behindDashes = "" }: Command): string {
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

function usage(
  error: CommanderError,
  args: readonly string[],
  commands: readonly Command[],
): Refusal {
  const [first = "", ...rest] = withLongOnesCut(error.message, args)
    .replace(/^error: /, "")
    .split("\n");
  const guess = rest.join(" ").replace(/^\((.*)\)$/, "$1");
  const problem = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, "")}.`;
  const known = commands.find(({ name }) => name === args[0])?.name;
  return new Refusal(
    "usage-invalid",
    {
      problem: printable(guess === "" ? problem : `${problem} ${guess}`),
      help: known === undefined ? "toolcourt --help" : `toolcourt ${known} --help`,
    },
    { cause: error },
  );
}

// The parser quotes the arguments in full, however long they are.
function withLongOnesCut(message: string, args: readonly string[]): string {
  const long = args.filter((arg) => cut(arg) !== arg);
  return long.reduce((text, arg) => text.replaceAll(arg, () => cut(arg)), message);
}

import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { KeyFileError } from "@toolcourt/gateway/internal/governance/audit/key-file";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { CommanderError } from "commander";
import { type CommandContext, type CommandEntry, UsageProblem } from "./command.ts";
import { suggested } from "./suggest.ts";

/** Prints one or more lines for a refusal, and one line for a bug. */
export function printFailure(error: unknown, { terminal, debug }: CommandContext): void {
  // These describe a problem with the operator's file or database already.
  if (error instanceof StoreError || error instanceof KeyFileError) {
    terminal.err(error.message);
    return;
  }
  if (isRefusal(error)) {
    const lines = error.message.split("\n").map(printable);
    const after = `(${error.code}; next: ${printable(suggested(error.next, terminal))})`;
    terminal.err(lines.length === 1 ? `${lines.join("")} ${after}` : [...lines, after].join("\n"));
    return;
  }
  terminal.err("toolcourt failed: this is a bug in toolcourt. Set TOOLCOURT_DEBUG=1 to see where.");
  if (debug && error instanceof Error) terminal.err(error.stack ?? error.message);
}

/** Turns a mistake in the command line into a refusal. Returns any other error as it is. */
export function orUsageRefusal(
  error: unknown,
  args: readonly string[],
  commands: readonly CommandEntry[],
): unknown {
  const isUsage = error instanceof UsageProblem;
  if (!isUsage && !(error instanceof CommanderError)) return error;
  const problem = isUsage ? error.message : sentenceOf(error.message, args);
  const known = commands.find(({ name }) => name === args[0])?.name;
  const help = known === undefined ? "toolcourt --help" : `toolcourt ${known} --help`;
  return new Refusal("usage-invalid", { problem, help }, { cause: error });
}

function sentenceOf(message: string, args: readonly string[]): string {
  const [first = "", ...rest] = withLongOnesCut(message, args)
    .replace(/^error: /, "")
    .split("\n");
  const guess = rest.join(" ").replace(/^\((.*)\)$/, "$1");
  const problem = `${first.charAt(0).toUpperCase()}${first.slice(1).replace(/\.$/, "")}.`;
  return printable(guess === "" ? problem : `${problem} ${guess}`);
}

// The parser quotes the arguments in full, however long they are.
function withLongOnesCut(message: string, args: readonly string[]): string {
  const long = args.filter((arg) => cut(arg) !== arg);
  return long.reduce((text, arg) => text.replaceAll(arg, () => cut(arg)), message);
}

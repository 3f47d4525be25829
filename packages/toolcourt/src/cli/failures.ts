import { isRefusal, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { ConfigChangedError } from "@toolcourt/gateway/internal/compose/config-digest";
import { KeyFileError } from "@toolcourt/gateway/internal/governance/audit/key-file";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import { CommanderError } from "commander";
import { type CommandContext, type CommandEntry, type Terminal, UsageProblem } from "./command.ts";
import { suggested } from "./suggest.ts";

/** A failure in words. */
interface Failure {
  readonly code: string | null;
  /** The next command to type, as it must be typed here. */
  readonly next: string | null;
  readonly message: string;
  /** The message for people, with the code and the next command. */
  readonly shown: string;
}

/** Prints one or more lines for a refusal, and one line for a bug. */
export function printFailure(error: unknown, { terminal, debug }: CommandContext): void {
  terminal.err(failureOf(error, terminal).shown);
  printStack(error, { terminal, debug });
}

/** Logs the failure of a start as one event, in the format that the configuration asks for. */
export async function logFailedStart(
  error: unknown,
  config: string | undefined,
  context: CommandContext,
): Promise<void> {
  const { openStartLog } = await import("@toolcourt/gateway/internal/compose/open-start-log");
  const { format, failed } = await openStartLog(config, context);
  const { code, next, message, shown } = failureOf(error, context.terminal);
  // A line of JSON has the code and the command as fields.
  const text = (): string => (format === "json" ? message : shown);
  failed({ code, next, text });
  printStack(error, context);
}

function failureOf(error: unknown, terminal: Terminal): Failure {
  // These describe a problem with the operator's file or database already.
  if (isDescribed(error)) return withoutCode(error.message);
  if (!isRefusal(error)) return withoutCode(bug);
  const { code, message } = error;
  const next = suggested(error.next, terminal);
  const lines = message.split("\n").map(printable);
  const after = `(${code}; next: ${printable(next)})`;
  const shown = lines.length === 1 ? `${lines.join("")} ${after}` : [...lines, after].join("\n");
  return { code, next, message, shown };
}

function isDescribed(error: unknown): error is Error {
  return [StoreError, KeyFileError, ConfigChangedError].some((kind) => error instanceof kind);
}

function withoutCode(message: string): Failure {
  return { code: null, next: null, message, shown: message };
}

const bug = "toolcourt failed: this is a bug in toolcourt. Set TOOLCOURT_DEBUG=1 to see where.";

function printStack(
  error: unknown,
  { terminal, debug }: Pick<CommandContext, "terminal" | "debug">,
): void {
  const isKnown = isRefusal(error) || isDescribed(error);
  if (debug && !isKnown && error instanceof Error) terminal.err(error.stack ?? error.message);
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

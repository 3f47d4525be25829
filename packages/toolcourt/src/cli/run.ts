import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { KeyFileError } from "@toolcourt/gateway/internal/governance/audit/key-file";
import { StoreError } from "@toolcourt/gateway/internal/stores/store-error";
import type { Command, ExitCode, Surroundings } from "./command.ts";
import { commands } from "./commands.ts";
import { createOverSameConfig, type OverSameConfig } from "./over-same-config.ts";
import { parseArguments } from "./parse.ts";

/**
 * Runs one command line. Never throws: prints one or more lines for a refusal, and one line for a
 * bug.
 */
export async function runToolcourt(
  args: readonly string[],
  surroundings: Surroundings,
  known: readonly Command[] = commands,
): Promise<ExitCode> {
  let overSameConfig: OverSameConfig = asItIs;
  try {
    const asked = parseArguments(args, known, surroundings.terminal);
    if (asked.kind === "command") {
      const help = `toolcourt ${asked.command.name} --help`;
      overSameConfig = createOverSameConfig(asked.parsed, known);
      return await asked.command.run(asked.parsed, { ...surroundings, help, overSameConfig });
    }
    return args.length === 0 ? 2 : 0;
  } catch (error) {
    complain(error, surroundings, overSameConfig);
    return 2;
  }
}

function complain(
  error: unknown,
  { terminal, debug, signal }: Surroundings,
  overSameConfig: OverSameConfig,
): void {
  // An aborted command needs no message.
  if (signal.aborted) return;
  if (isOfStore(error)) {
    terminal.err(error.message);
    return;
  }
  if (isRefusal(error)) {
    const lines = error.message.split("\n").map(printable);
    const after = `(${error.code}; next: ${printable(overSameConfig(error.next))})`;
    terminal.err(lines.length === 1 ? `${lines.join("")} ${after}` : [...lines, after].join("\n"));
    return;
  }
  terminal.err("toolcourt failed: this is a bug in toolcourt. Set TOOLCOURT_DEBUG=1 to see where.");
  if (debug && error instanceof Error) terminal.err(error.stack ?? error.message);
}

function asItIs(next: string): string {
  return next;
}

/** Reports whether the error already describes a problem with the operator's file or database. */
function isOfStore(error: unknown): error is StoreError | KeyFileError {
  return error instanceof StoreError || error instanceof KeyFileError;
}

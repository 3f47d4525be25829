import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ShapeName } from "../../../authoring/scaffolding/starters/shapes.ts";
import { starterPolicy } from "../../../authoring/scaffolding/starters/starter-text.ts";
import {
  type Suggestion,
  suggestionText,
  suggestSequences,
} from "../../../authoring/scaffolding/starters/suggest-sequences.ts";
import { type CommandContext, type ExitCode, usage } from "../../command.ts";
import { openToLook } from "../../open-for-command.ts";
import { shellWord } from "../../style.ts";
import { suggested } from "../../suggest.ts";
import { writeLines } from "../audit/lines.ts";

interface SuggestInput {
  readonly config: string | undefined;
  readonly json: boolean;
  /** The starter policy of this shape. Default: by the contracts of the tools. */
  readonly shape: ShapeName | undefined;
  /** The new file. Default: standard output. */
  readonly write: string | undefined;
}

/** Prints or writes statements about sequences that fit the configured tools. */
export async function suggestPolicy(
  { config, json, shape, write }: SuggestInput,
  context: CommandContext,
): Promise<ExitCode> {
  if (json && write !== undefined) throw usage("Give --json or --write, not both.");
  if (shape !== undefined) return handOver({ policy: starterPolicy(shape), json, write }, context);
  const looked = await lookAtTools(config, context);
  warnOfAbsent(looked.absent, context);
  if (looked.sequences.length === 0) {
    context.terminal.err(`Nothing to suggest: ${whyNothing(looked, context)}`);
    return 1;
  }
  const policy = suggestionText(looked, {
    hasPolicy: looked.hasPolicy,
    adopt: (server) => adopting(server, context),
  });
  const { shapes, gaps, absent } = looked;
  return handOver(
    { policy, json, write, more: { shapes: [...shapes.keys()], gaps, absent } },
    context,
  );
}

interface Looked extends Suggestion {
  readonly tools: number;
  readonly absent: readonly string[];
  readonly hasPolicy: boolean;
}

async function lookAtTools(config: string | undefined, context: CommandContext): Promise<Looked> {
  await using configured = await openToLook(config, context);
  const { gateway, config: read } = configured;
  const contracts = [...gateway.registry.current().tools.values()].map(({ contract }) => contract);
  const servers = await gateway.describeServers();
  return {
    ...suggestSequences(contracts),
    tools: contracts.length,
    absent: servers.filter(({ state }) => state !== "ready").map(({ name }) => name),
    hasPolicy: read.authority.policy !== undefined,
  };
}

function warnOfAbsent(absent: readonly string[], { terminal }: CommandContext): void {
  if (absent.length === 0) return;
  const next = suggested("toolcourt servers", terminal);
  terminal.err(`The tools of ${absent.map(printable).join(", ")} are not known. (next: ${next})`);
}

function whyNothing({ tools }: Looked, { terminal }: CommandContext): string {
  const next = suggested("toolcourt tools", terminal);
  const why =
    tools === 0
      ? "the configuration has no tools."
      : "no tool changes anything, destroys anything or reaches outside.";
  return `${why} (next: ${next})`;
}

function adopting(server: string, { terminal }: CommandContext): string | undefined {
  if (server === "local") return undefined;
  return suggested(`toolcourt adopt ${shellWord(printable(server))}`, terminal);
}

interface HandedOver extends Pick<SuggestInput, "json" | "write"> {
  readonly policy: string;
  /** What the JSON says besides. Default: nothing. */
  readonly more?: object;
}

async function handOver(
  { policy, json, write, more }: HandedOver,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context;
  const lines = policy.trimEnd();
  if (json) terminal.out(printableJson({ policy, ...more }));
  else if (write === undefined) terminal.out(lines);
  else {
    await writeLines(write, linesOf(lines), context);
    const next = suggested(`toolcourt policy test ${shellWord(printable(write))}`, terminal);
    terminal.out(`Wrote ${printable(write)}. (next: ${next})`);
  }
  return 0;
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split("\n");
}

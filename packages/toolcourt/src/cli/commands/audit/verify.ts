import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import {
  openCheckpoint,
  splitNotes,
} from "@toolcourt/gateway/internal/governance/audit/checkpoint";
import { parseVerifier, type Verifier } from "@toolcourt/gateway/internal/governance/audit/note";
import { isProof, verifyProof } from "@toolcourt/gateway/internal/governance/audit/row-proof";
import {
  type Broken,
  verifyExport,
} from "@toolcourt/gateway/internal/governance/audit/verify-export";
import { type CommandContext, type ExitCode, usage } from "../../command.ts";
import type { ClosedAuditInput } from "./input.ts";
import { readLines } from "./lines.ts";
import { type Proven, type Verdict, verdictText } from "./text.ts";

/** Verifies an export or a proof by the public key alone, without the gateway. */
export async function verify({ values, what, context }: ClosedAuditInput): Promise<ExitCode> {
  if (values.key.length === 0) throw usage("Give the public key with --key.");
  const say = (verdict: Verdict): ExitCode => {
    context.terminal.out(values.json ? printableJson(verdict) : verdictText(verdict));
    return verdict.kind === "broken" ? 1 : 0;
  };
  const verifiers = (
    await Promise.all(values.key.map((each) => verifiersOf(each, context)))
  ).flat();
  const outside: string[] = [];
  for (const file of values.checkpoint) {
    const { notes, problem } = await checkpointsIn(file, verifiers, context);
    if (problem !== undefined) return say({ kind: "broken", line: 0, problem });
    outside.push(...notes);
  }
  const lines = readLines(what, context);
  const next = await lines.next();
  const first = next.done === true ? "" : next.value;
  const whole = startingWith(first, lines);
  const verdict = isProof(first)
    ? await judgeProof(whole, verifiers)
    : await verifyExport(whole, { verifiers, outside });
  return say(verdict);
}

interface OutsideNotes {
  readonly notes: readonly string[];
  readonly problem?: string;
}

/**
 * Reads checkpoints. A file without any was named by mistake and proves nothing about the export.
 */
async function checkpointsIn(
  file: string,
  verifiers: readonly Verifier[],
  context: CommandContext,
): Promise<OutsideNotes> {
  const label = labelOf(file);
  const notes = splitNotes(await readText(file, context));
  if (!notes.some((note) => note.includes("\n\n— "))) {
    throw usage(
      `${label} holds no checkpoint. Expected what the gateway adds to the place that audit.checkpoints names.`,
    );
  }
  const bad = notes.findIndex((note) => openCheckpoint(note, verifiers) === undefined);
  if (bad === -1) return { notes };
  const which = `Checkpoint ${bad + 1} of ${notes.length} in ${label}`;
  return {
    notes,
    problem: `${which} is not whole, or was not signed by the key. If there was another key then, give it too, with --key.`,
  };
}

async function* startingWith(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (first !== "") yield first;
  yield* rest;
}

async function judgeProof(
  lines: AsyncIterable<string>,
  verifiers: readonly Verifier[],
): Promise<Proven | Broken> {
  const bytes = Buffer.from((await Array.fromAsync(lines)).join(""), "latin1");
  const row = verifyProof(bytes.toString("utf8"), verifiers);
  if (row !== undefined) return { kind: "proven", ...row };
  return { kind: "broken", line: 1, problem: "The proof does not prove anything." };
}

/** Reads a key or a key file. Keys contain a plus, so such a path must start with `.//`. */
async function verifiersOf(key: string, context: CommandContext): Promise<readonly Verifier[]> {
  const given = parseVerifier(key);
  if (given !== undefined) return [given];
  const lines = (await readText(key, context, 1)).trim().split("\n");
  return lines.map((line) => {
    const verifier = parseVerifier(line.trim());
    if (verifier === undefined) {
      throw usage(`${labelOf(key)} holds no public key. Expected what toolcourt audit key prints.`);
    }
    return verifier;
  });
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { writeWhole } from "@toolcourt/gateway/internal/boundary/files/write-file";
import { visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import { definitionJson } from "@toolcourt/gateway/internal/http-tools/drafts/content";
import { importJson } from "@toolcourt/gateway/internal/http-tools/drafts/draft-json";
import type { SeenDraft, WriteResult } from "@toolcourt/gateway/internal/http-tools/drafts/drafts";
import { readFilesBeside } from "@toolcourt/gateway/internal/http-tools/drafts/openapi/beside";
import { readWritten } from "@toolcourt/gateway/internal/http-tools/drafts/read-written";
import { type ExitCode, usage } from "../../command.ts";
import { besideOf } from "./files-beside.ts";
import { adapterOf, type DraftsInput, findToEdit, setIn, warnUnused } from "./input.ts";
import { editText } from "./open-editor.ts";
import { findingLine, importText } from "./text.ts";

// Commands that create drafts: from a document, a file or an editor.

export async function importDocument(input: DraftsInput): Promise<ExitCode> {
  const { values, what, opened, context } = input;
  const { terminal } = context;
  const set = setIn(input);
  const adapt = adapterOf(values, opened, set);
  const text = await readText(what, context);
  const from = labelOf(what);
  const beside = what === "-" ? undefined : await readFilesBeside(text, besideOf(what, context));
  const asked = { text, set, from, by: opened.operator, ...(beside && { beside }), ...adapt };
  const outcome = await opened.drafts.importDocument(asked);
  if (outcome.kind === "unreadable") {
    const { pointer, reason } = outcome;
    throw new Refusal("draft-unreadable", { file: from, problems: [{ pointer, message: reason }] });
  }
  if (outcome.kind === "overtaken") {
    terminal.err(overtaken);
    return 1;
  }
  terminal.out(
    values.json ? printableJson(importJson(outcome)) : importText(set, outcome, terminal),
  );
  warnUnused(set, opened, context);
  return 0;
}

export const overtaken = "Nothing was changed: a concurrent change won. Try again.";

export async function add(input: DraftsInput): Promise<ExitCode> {
  const { what, opened, context } = input;
  const set = setIn(input);
  const text = await readText(what, context, 1);
  const from = labelOf(what);
  const { definition, documentDigest } = writtenIn(text, from);
  const writing = { set, definition, documentDigest, from, by: opened.operator };
  const result = await opened.drafts.add(writing);
  warnUnused(set, opened, context);
  return reportWriting(input, set, result);
}

function writtenIn(text: string, file: string) {
  const reading = readWritten(text);
  if (reading.kind === "draft") return reading;
  throw new Refusal("draft-unreadable", { file, problems: reading.problems });
}

export async function edit(input: DraftsInput): Promise<ExitCode> {
  const { values, opened, context } = input;
  const { set, name, seen } = await findToEdit(input);
  const text =
    values.file === undefined
      ? seen && (await editText(editable(seen), context))
      : await readText(values.file, context, 1);
  if (text === undefined) throw usage("Name the edited draft with --file, or set EDITOR.");
  const from = values.file === undefined ? "the editor" : labelOf(values.file);
  const { definition, documentDigest } = await orKept(input, { name, text }, () =>
    namedIn(text, from, name),
  );
  // The version check keeps concurrent changes made while the editor was open.
  const replaces = seen && { replaces: seen.stored.version };
  const writing = { set, definition, documentDigest, from, by: opened.operator, ...replaces };
  return reportWriting(input, set, await opened.drafts.edit(name, writing));
}

function editable({ content }: SeenDraft): string {
  return `${printableJson(definitionJson(content), 2)}\n`;
}

interface Edited {
  readonly name: string;
  readonly text: string;
}

/** Keeps the edited text if it is not a valid draft. */
async function orKept<Read>(
  { values, context }: DraftsInput,
  { name, text }: Edited,
  read: () => Read,
): Promise<Read> {
  try {
    return read();
  } catch (error) {
    if (values.file === undefined) {
      const file = `${name}.draft.json`;
      await writeWhole(context.folder, file, text);
      context.terminal.err(`What you wrote is in ${file}. Correct it, and add --file ${file}.`);
    }
    throw error;
  }
}

function namedIn(text: string, from: string, name: string): ReturnType<typeof writtenIn> {
  const written = writtenIn(text, from);
  if (written.definition.tool["name"] === name) return written;
  throw usage("A draft keeps its name; add another one.");
}

function reportWriting(
  { values, context }: DraftsInput,
  set: string,
  result: WriteResult,
): ExitCode {
  const { terminal } = context;
  if (!("judged" in result)) {
    terminal.err(unwritten[result.kind]);
    return 1;
  }
  const { digest, findings, approvable, draft } = result.judged;
  const name = toolName(draft.tool);
  if (values.json) {
    terminal.out(
      printableJson({ set, name, digest, approvable, changed: result.kind === "written" }),
    );
    return 0;
  }
  const label = `${visible(set)}/${visible(name)}`;
  terminal.out(
    [
      result.kind === "written"
        ? `The draft ${label} is pending.`
        : `The draft ${label} is as before.`,
      ...findings.map(findingLine),
    ].join("\n"),
  );
  return 0;
}

const unwritten = {
  taken: "Nothing was changed: the set already has a draft of this name. Edit that one.",
  unknown: "Nothing was changed: there is no such draft.",
  overtaken,
} as const;

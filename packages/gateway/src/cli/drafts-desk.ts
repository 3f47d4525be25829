import type { Finding } from "@toolcourt/sdk/rules";
import { visible } from "../approvals/visible.ts";
import { definitionJson } from "../drafts/content.ts";
import { draftJson, importJson, summaryJson } from "../drafts/draft-json.ts";
import type { DecideResult, SeenDraft, WriteResult } from "../drafts/drafts.ts";
import { readWritten } from "../drafts/read-written.ts";
import { Refusal } from "../errors/refusal.ts";
import { toolName } from "../registry/tool-name.ts";
import {
  type DraftsDesk,
  findDraft,
  findToEdit,
  type OpenedDrafts,
  setIn,
  usage,
} from "./asked-drafts.ts";
import type { ExitCode, Surroundings } from "./command.ts";
import { draftList, draftText, findingLine, importText } from "./drafts-text.ts";
import { editText } from "./open-editor.ts";
import { printable, printableJson } from "./printable.ts";
import { labelOf, readText } from "./read-file.ts";
import { readLine } from "./read-line.ts";
import { writeWhole } from "./write-file.ts";

export async function importDocument({
  asked,
  opened,
  surroundings,
}: DraftsDesk): Promise<ExitCode> {
  const { terminal } = surroundings;
  const set = setIn(asked);
  const text = await readText(asked.what, surroundings);
  const from = labelOf(asked.what);
  const outcome = await opened.drafts.importDocument({ text, set, from, by: opened.operator });
  if (outcome.kind === "unreadable") {
    const { pointer, reason } = outcome;
    throw new Refusal("draft-unreadable", { file: from, problems: [{ pointer, message: reason }] });
  }
  if (outcome.kind === "overtaken") {
    terminal.err(overtaken);
    return 1;
  }
  terminal.out(asked.json ? printableJson(importJson(outcome)) : importText(set, outcome));
  warnUnused(set, opened, surroundings);
  return 0;
}

const overtaken = "Nothing was changed: somebody else has changed it in this moment.";

function warnUnused(set: string, { isUsed }: OpenedDrafts, { terminal }: Surroundings): void {
  if (isUsed(set)) return;
  terminal.err(
    `The configuration has no set of HTTP tools named ${printable(set)} with \`drafts: true\`.`,
  );
}

export async function add(desk: DraftsDesk): Promise<ExitCode> {
  const { asked, opened, surroundings } = desk;
  const set = setIn(asked);
  const text = await readText(asked.what, surroundings, 1);
  const from = labelOf(asked.what);
  const { definition, documentDigest } = writtenIn(text, from);
  const writing = { set, definition, documentDigest, from, by: opened.operator };
  const result = await opened.drafts.add(writing);
  warnUnused(set, opened, surroundings);
  return reportWriting(desk, set, result);
}

function writtenIn(text: string, file: string) {
  const reading = readWritten(text);
  if (reading.kind === "draft") return reading;
  throw new Refusal("draft-unreadable", { file, problems: reading.problems });
}

export async function list({ asked, opened, surroundings }: DraftsDesk): Promise<ExitCode> {
  const { into: set, state } = asked;
  const all = await opened.drafts.list({
    ...(set !== undefined && { set }),
    ...(state !== undefined && { state }),
  });
  const wanted = asked.what.toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  surroundings.terminal.out(asked.json ? printableJson(found.map(summaryJson)) : draftList(found));
  return 0;
}

export async function show(desk: DraftsDesk): Promise<ExitCode> {
  print(desk, await findDraft(desk), desk.asked.full ? "whole" : "begun");
  return 0;
}

function print(
  { asked, surroundings }: DraftsDesk,
  seen: SeenDraft,
  long: "whole" | "begun",
): void {
  surroundings.terminal.out(asked.json ? printableJson(draftJson(seen)) : draftText(seen, long));
}

export async function edit(desk: DraftsDesk): Promise<ExitCode> {
  const { asked, opened, surroundings } = desk;
  const { set, name, seen } = await findToEdit(desk);
  const text =
    asked.file === undefined
      ? seen && (await editText(editable(seen), surroundings))
      : await readText(asked.file, surroundings, 1);
  if (text === undefined) throw usage("Name the edited draft with --file, or set EDITOR.");
  const from = asked.file === undefined ? "the editor" : labelOf(asked.file);
  const { definition, documentDigest } = await orKept(desk, { name, text }, () =>
    namedIn(text, from, name),
  );
  // What somebody else changed while the editor was open is theirs to keep.
  const replaces = seen && { replaces: seen.stored.version };
  const writing = { set, definition, documentDigest, from, by: opened.operator, ...replaces };
  return reportWriting(desk, set, await opened.drafts.edit(name, writing));
}

function editable({ content }: SeenDraft): string {
  return `${printableJson(definitionJson(content), 2)}\n`;
}

interface Edited {
  readonly name: string;
  readonly text: string;
}

/** What somebody wrote in an editor is not lost because it is no draft yet. */
async function orKept<Read>(
  { asked, surroundings }: DraftsDesk,
  { name, text }: Edited,
  read: () => Read,
): Promise<Read> {
  try {
    return read();
  } catch (error) {
    if (asked.file === undefined) {
      const file = `${name}.draft.json`;
      await writeWhole(surroundings.folder, file, text);
      surroundings.terminal.err(
        `What you wrote is in ${file}. Correct it, and add --file ${file}.`,
      );
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
  { asked, surroundings }: DraftsDesk,
  set: string,
  result: WriteResult,
): ExitCode {
  const { terminal } = surroundings;
  if (!("judged" in result)) {
    terminal.err(unwritten[result.kind]);
    return 1;
  }
  const { digest, findings, approvable, draft } = result.judged;
  const name = toolName(draft.tool);
  if (asked.json) {
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
  taken: "Nothing was changed: the set has a draft of this name. Edit that one.",
  unknown: "Nothing was changed: there is no such draft.",
  overtaken,
} as const;

export async function approve(desk: DraftsDesk): Promise<ExitCode> {
  const { asked, surroundings } = desk;
  const seen = await findDraft(desk);
  if (asked.digest === undefined && asked.json) throw usage("With --json, give --digest too.");
  if (asked.digest === undefined) {
    print(desk, seen, "whole");
    surroundings.terminal.err("Type the digest, or its first 12 digits, to approve this draft:");
  }
  const digest = asked.digest ?? typed(await readLine(surroundings), seen);
  const { set, name } = seen.stored;
  const verdict = { to: "approved", by: desk.opened.operator, digest, self: "may" } as const;
  return report(desk, seen, await desk.opened.drafts.decide(set, name, verdict));
}

const fewestDigits = 12;

/** What was shown in this moment is known whole, so a beginning tells that it was read. */
function typed(line: string, { stored: { digest } }: SeenDraft): string {
  const digits = line.trim().replace(/^sha256:/, "");
  const isBeginning = digits.length >= fewestDigits && digest.startsWith(`sha256:${digits}`);
  return isBeginning ? digest : digits;
}

export async function reject(desk: DraftsDesk): Promise<ExitCode> {
  const { asked, opened } = desk;
  const seen = await findDraft(desk);
  const { set, name } = seen.stored;
  const digest = asked.digest === undefined ? {} : { digest: asked.digest };
  const verdict = { to: "rejected", by: opened.operator, self: "may", ...digest } as const;
  return report(desk, seen, await opened.drafts.decide(set, name, verdict));
}

const outcomes = {
  unknown: "There is no such draft.",
  differs:
    "Nothing was changed: this is not the whole digest of what is stored. See `drafts show`.",
  own: "Nothing was changed: nobody approves by the admin API what they wrote themselves.",
  settled:
    "Nothing was changed: this is decided already. To have it decided again, edit it, if only by saving it as it is.",
  flawed: "Nothing was changed: the rules object to this draft. Edit it first.",
} satisfies Record<Exclude<DecideResult["kind"], "decided">, string>;

function report(desk: DraftsDesk, seen: SeenDraft, result: DecideResult): ExitCode {
  const { asked, opened, surroundings } = desk;
  const { terminal } = surroundings;
  const { set, name } = seen.stored;
  if (result.kind !== "decided") {
    const findings: readonly Finding[] = result.kind === "flawed" ? result.findings : [];
    terminal.err([outcomes[result.kind], ...findings.map(findingLine)].join("\n"));
    return 1;
  }
  const { draft } = result;
  terminal.out(
    asked.json
      ? printableJson(summaryJson(draft))
      : `The draft ${visible(set)}/${visible(name)} is ${draft.state}.`,
  );
  if (draft.state === "approved") warnUnused(set, opened, surroundings);
  return 0;
}

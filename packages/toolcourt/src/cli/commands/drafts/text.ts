import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { shownJson, visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import { changedPaths } from "@toolcourt/gateway/internal/http-tools/drafts/changed-paths";
import { definitionJson } from "@toolcourt/gateway/internal/http-tools/drafts/content";
import { decisionOn, standingOf } from "@toolcourt/gateway/internal/http-tools/drafts/decision";
import {
  type FieldOrigin,
  type HttpOperation,
  minConfidence,
  type Note,
  operationJson,
} from "@toolcourt/gateway/internal/http-tools/drafts/draft";
import type { DraftSummary, SeenDraft } from "@toolcourt/gateway/internal/http-tools/drafts/drafts";
import type {
  ImportedDraft,
  ImportOutcome,
} from "@toolcourt/gateway/internal/http-tools/drafts/import-into";
import { draftStates } from "@toolcourt/gateway/internal/stores/draft-store";
import type { JsonValue } from "@toolcourt/sdk";
import type { Finding } from "@toolcourt/sdk/rules";
import type { Terminal } from "../../command.ts";
import { count, listText } from "../../style.ts";
import { suggested } from "../../suggest.ts";

/** Formats a draft for the approver. */
export function draftText(seen: SeenDraft, long: "whole" | "begun"): string {
  const { stored, content } = seen;
  const { provenance, notes, operation } = content;
  const tool = shownJson(content.tool, long);
  const digits = stored.digest.replace("sha256:", "");
  const isWhole = tool.shortened === 0;
  return [
    `Draft:      ${visible(stored.set)}/${visible(stored.name)}`,
    `State:      ${stateText(stored)}`,
    `Sends:      ${visible(operation.method)} ${visible(addressOf(operation))}`,
    `Needs:      ${needsText(operation)}`,
    `From:       ${visible(provenance.from)}${placeText(provenance.pointer)}`,
    `Document:   ${documentText(seen)}`,
    ...sourceLines(seen),
    `Written by: ${[content.writtenBy, ...(content.alsoWrittenBy ?? [])].map(visible).join(", ")}`,
    "Tool:",
    tool.text,
    "Operation:",
    shownJson(operationJson(operation), "whole").text,
    ...listed("Notes of the import:", notes.map(noteLine)),
    ...listed("Findings:", seen.findings.map(findingLine)),
    ...changeLines(seen),
    `Digest:     ${isWhole ? digits : "show it in full first: --full"}`,
  ].join("\n");
}

export function draftList(drafts: readonly DraftSummary[]): string {
  const lines = drafts.map(
    (draft) => `${visible(draft.set)}/${visible(draft.name)}  ${stateText(draft)}`,
  );
  return listText([...lines, ...(drafts.length > fewLines ? [countsOf(drafts)] : [])]);
}

/** Longer lists end with counts. */
const fewLines = 10;

function countsOf(drafts: readonly DraftSummary[]): string {
  const counts = draftStates.map((state) => {
    const some = drafts.filter((draft) => draft.state === state).length;
    return `${some} ${state}`;
  });
  return `${count(drafts.length, "draft")}: ${counts.join(", ")}. Fewer: list <text>, --into, --state.`;
}

function stateText(draft: DraftSummary): string {
  const decision = decisionOn(draft);
  const by = decision === undefined ? "" : ` by ${visible(decision.by)}`;
  const words = {
    callable: `approved${by}`,
    pending: "pending",
    rejected: `rejected${by}`,
    changed: `pending, changed since it was approved${by}`,
  };
  return words[standingOf(draft)];
}

function addressOf({ base, path }: HttpOperation): string {
  return `${base.origin ?? "(the address that the configuration names)"}${base.path}${path}`;
}

function needsText({ security }: HttpOperation): string {
  const ways = security.map((needs) =>
    needs
      .map(({ scheme, scopes }) =>
        [
          visible(scheme),
          ...(scopes.length === 0 ? [] : [`(${scopes.map(visible).join(" ")})`]),
        ].join(" "),
      )
      .join(" and "),
  );
  return ways.length === 0 ? "nothing" : ways.map((way) => way || "nothing").join(", or ");
}

function placeText(pointer: string): string {
  return pointer === "" ? "" : `, at ${visible(pointer)}`;
}

function documentText({ content: { provenance } }: SeenDraft): string {
  const { edition, title, version, documentDigest } = provenance;
  const about = edition === "by hand" ? edition : `OpenAPI ${edition}, ${title} ${version}`;
  return `${visible(about)}, ${visible(documentDigest)}`;
}

/** Shows which service gave the document, and where each field was read. */
function sourceLines({ content: { provenance } }: SeenDraft): readonly string[] {
  const { source, fields = [] } = provenance;
  if (source === undefined) return [];
  const { name, row, scan } = source;
  const about = row === undefined ? [] : [`row ${visible(row.id)}`, ...rowWords(row)];
  return [
    `Source:     ${[visible(name), ...about, ...(scan === undefined ? [] : [visible(scan)])].join(", ")}`,
    ...listed("Read from the document:", fields.map(fieldLine)),
  ];
}

type Row = NonNullable<NonNullable<SeenDraft["content"]["provenance"]["source"]>["row"]>;

function rowWords({ title, version, url, score }: Row): readonly string[] {
  const texts = [title, version, url].filter((text) => text !== undefined).map(visible);
  return score === undefined ? texts : [...texts, `score ${score.toFixed(2)}`];
}

function fieldLine({ field, page, element, text, confidence }: FieldOrigin): string {
  const doubt = confidence < minConfidence ? ` (confidence ${confidence.toFixed(2)})` : "";
  return `${visible(field)}: page ${page}, ${visible(element)}${doubt}: ${visible(text)}`;
}

/** A row of an index, and what became of it. */
export interface RowReport {
  readonly row: Row;
  /** Why it was not imported. */
  readonly reason?: string;
  readonly operations?: number;
  readonly outcome?: ImportOutcome;
}

interface FoundRows {
  readonly source: string;
  readonly set: string | undefined;
  readonly isWhole: boolean;
  readonly reports: readonly RowReport[];
}

/** Summarizes a search: documents, and rows that are none with the reason. */
export function foundText(
  { source, set, isWhole, reports }: FoundRows,
  terminal: Pick<Terminal, "suggest">,
): string {
  const fine = reports.filter(({ reason }) => reason === undefined);
  const next =
    set === undefined ? "find <words> --source <name> --into <set>" : `list --into ${set}`;
  return [
    `Found ${count(reports.length, "row")} in ${visible(source)}: ${count(fine.length, "document")}.`,
    ...(isWhole ? [] : ["There are more rows than these; search for more words."]),
    ...listed(
      set === undefined ? "Documents:" : `Imported into ${visible(set)}:`,
      fine.map(rowLine),
    ),
    ...listed(
      "Not imported:",
      reports.flatMap(({ row, reason }) =>
        reason === undefined ? [] : [`${visible(row.id)}: ${reason}`],
      ),
    ),
    `Next: ${suggested(`toolcourt drafts ${next}`, terminal)}`,
  ].join("\n");
}

function rowLine({ row, operations = 0, outcome }: RowReport): string {
  const left = outcome?.kind === "imported" ? outcome.notImported.length : 0;
  const without = left === 0 ? "" : `, ${left} not imported`;
  const words = rowWords(row).map((each) => `, ${each}`);
  return `${visible(row.id)}${words.join("")}: ${count(operations, "operation")}${without}`;
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function noteLine({ pointer, message }: Note): string {
  return `${message} ${visible(pointer)}`;
}

export function findingLine({ severity, rule, pointer, message }: Finding): string {
  return `${severity}  ${rule}  ${printable(message)} ${visible(pointer)}`;
}

const maxPlaces = 50;

/** Lists the changes since the last approval. */
function changeLines({ content }: SeenDraft): readonly string[] {
  const { before } = content;
  if (before === undefined) return [];
  const places = changedPaths(definitionJson(before), definitionJson(content));
  if (places.length === 0) return ["Changed:    nothing, since it was approved"];
  const shown = places
    .slice(0, maxPlaces)
    .map(({ pointer, was, is }) => `${visible(pointer)}: ${brief(was)} → ${brief(is)}`);
  const rest = places.length - shown.length;
  return listed("Changed since it was approved:", [
    ...shown,
    ...(rest > 0 ? [`and ${count(rest, "place")} more`] : []),
  ]);
}

function brief(value: JsonValue | undefined): string {
  if (value === undefined) return "(nothing)";
  const text = shownJson(value, "begun").text.replaceAll(/\s*\n\s*/g, " ");
  return text.length > 300 ? `${text.slice(0, 300).toWellFormed()}…` : text;
}

type Done = Extract<ImportOutcome, { readonly kind: "imported" }>;

/** Summarizes an import: counts, and the names of all drafts that need attention. */
export function importText(
  set: string,
  { drafts, gone, notImported, notes }: Done,
  terminal: Pick<Terminal, "suggest">,
): string {
  const of = (became: ImportedDraft["became"]): readonly string[] =>
    drafts.filter((each) => each.became === became).map(({ name }) => visible(name));
  const flawed = drafts.filter(({ approvable }) => !approvable);
  const counts = [
    `${of("added").length} new`,
    `${of("changed").length} changed and pending again`,
    `${of("unchanged").length + of("kept").length} as before`,
  ];
  return [
    `Imported ${count(drafts.length, "draft")} into ${visible(set)}: ${counts.join(", ")}.`,
    ...listed("Changed, to be approved again:", of("changed")),
    ...listed("Edited here and left so, since the document says the same as then:", of("kept")),
    ...listed("No longer in the document, left unchanged:", gone.map(visible)),
    ...listed(
      "Not imported:",
      notImported.map(({ pointer, reason }) => `${visible(pointer)}: ${reason}`),
    ),
    ...listed("Notes:", notes.map(noteLine)),
    ...listed(
      "Cannot be approved as they are:",
      flawed.map(({ name, findings }) => `${visible(name)}: ${rulesOf(findings)}`),
    ),
    `${count(drafts.length - flawed.length, "draft")} can be approved: ${suggested(`toolcourt drafts show ${visible(set)}/<name>`, terminal)}`,
  ].join("\n");
}

function rulesOf(findings: readonly Finding[]): string {
  const rules = findings.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
  return [...new Set(rules)].join(", ");
}

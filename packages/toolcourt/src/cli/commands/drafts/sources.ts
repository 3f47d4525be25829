import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readBytes } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { OpenedSources } from "@toolcourt/gateway/internal/compose/draft-sources";
import { importJson } from "@toolcourt/gateway/internal/http-tools/drafts/draft-json";
import type {
  ImportAsked,
  ImportOutcome,
} from "@toolcourt/gateway/internal/http-tools/drafts/import-into";
import { importOpenApi } from "@toolcourt/gateway/internal/http-tools/drafts/openapi/import-openapi";
import {
  digestOfBytes,
  maxPdfMb,
  whyNotPdf,
} from "@toolcourt/gateway/internal/http-tools/drafts/sources/analyze-pdf";
import { extractOperations } from "@toolcourt/gateway/internal/http-tools/drafts/sources/extract";
import {
  type FoundRow,
  searchWords,
} from "@toolcourt/gateway/internal/http-tools/drafts/sources/search-index";
import type { JsonObject } from "@toolcourt/sdk";
import { inferSchema } from "../../../authoring/adopting/infer-schema.ts";
import type { ClosedInput } from "../../actions.ts";
import { type ExitCode, usage } from "../../command.ts";
import { adapterOf, type DraftsFlags, setIn, setNamed, warnUnused } from "./input.ts";
import { foundText, importText, type RowReport } from "./text.ts";
import { overtaken } from "./write.ts";

// Commands that take drafts from a service of the configuration.

type SourcesInput = ClosedInput<DraftsFlags, unknown>;

/** Opens the sources. Other commands must not wait for the code of connections. */
async function openSources({ values, context }: SourcesInput): Promise<OpenedSources> {
  const { openDraftSources } = await import("@toolcourt/gateway/internal/compose/draft-sources");
  return openDraftSources(values.config, context);
}

/** Searches an index for documents, and imports them if a set is named. */
export async function find(input: SourcesInput): Promise<ExitCode> {
  const { values, context } = input;
  const { terminal } = context;
  const { name, words, set } = readSearch(input);
  await using opened = await openSources(input);
  const source = opened.source(name, "azure-search");
  await opened.permit();
  const into = set === undefined ? undefined : { set, ...adapterOf(values, opened, set) };
  const { rows, isWhole } = await opened.search(source, words);
  const reports: RowReport[] = [];
  for (const row of rows) reports.push(await reportOn(row, { name, opened, into }));
  const found = { source: name, set, isWhole, reports };
  terminal.out(values.json ? printableJson(foundJson(found)) : foundText(found, terminal));
  if (set === undefined) return 0;
  warnUnused(set, opened, context);
  return codeOf(reports, terminal);
}

function codeOf(
  reports: readonly RowReport[],
  { err }: SourcesInput["context"]["terminal"],
): ExitCode {
  const isAny = reports.some(({ outcome }) => draftsIn(outcome) > 0);
  if (!isAny) err(nothingImported);
  return isAny && !reports.some(({ outcome }) => outcome?.kind === "overtaken") ? 0 : 1;
}

function draftsIn(outcome: ImportOutcome | undefined): number {
  return outcome?.kind === "imported" ? outcome.drafts.length : 0;
}

const nothingImported = "Nothing was imported: no operation was found that can become a draft.";

/** Checks the command line before anything is opened. */
function readSearch({ values: { source: name, into }, rest }: SourcesInput) {
  if (name === undefined) throw usage("Name the source of drafts.sources with --source.");
  const words = searchWords(rest);
  if (words === undefined) {
    throw usage("Search for 1 to 32 words of letters, digits, dots, dashes and underscores.");
  }
  return { name, words, set: into === undefined ? undefined : setNamed(into) };
}

interface Importing {
  /** Name of the source. */
  readonly name: string;
  readonly opened: OpenedSources;
  /** Where documents are imported. Undefined if they are only shown. */
  readonly into: Pick<ImportAsked, "set" | "adapt"> | undefined;
}

async function reportOn(
  { definition: text, ...row }: FoundRow,
  { name, opened, into }: Importing,
): Promise<RowReport> {
  if (text === undefined) return { row, reason: noText };
  const reading = importOpenApi(text, { from: "" });
  if (reading.kind === "unreadable") return { row, reason: reading.reason };
  if (into === undefined) return { row, operations: reading.drafts.length };
  const from = `${name}: ${printable(row.id)}`;
  const asked = { text, from, by: opened.operator, source: { name, row }, ...into };
  return imported(row, await opened.drafts.importDocument(asked));
}

const noText = "The field of the definition holds no text.";

function imported(row: RowReport["row"], outcome: ImportOutcome): RowReport {
  if (outcome.kind === "imported") return { row, outcome, operations: outcome.drafts.length };
  if (outcome.kind === "overtaken") return { row, outcome, reason: overtaken };
  return { row, reason: outcome.reason };
}

interface Found {
  readonly source: string;
  readonly set: string | undefined;
  readonly isWhole: boolean;
  readonly reports: readonly RowReport[];
}

function foundJson({ source, set, isWhole, reports }: Found): JsonObject {
  return {
    source,
    ...(set !== undefined && { set }),
    complete: isWhole,
    rows: reports.map(({ row, reason, operations, outcome }) => ({
      ...row,
      ...(reason !== undefined && { reason }),
      ...(operations !== undefined && { operations }),
      ...(outcome?.kind === "imported" && { imported: importJson(outcome) }),
    })),
  };
}

/** Has a PDF read by a service, and imports what may become a tool. */
export async function importScan(input: SourcesInput): Promise<ExitCode> {
  const { values, what, context } = input;
  const { terminal } = context;
  const set = setIn(input);
  const from = labelOf(what);
  const bytes = await readBytes(what, context, maxPdfMb);
  const problem = whyNotPdf(bytes);
  if (problem !== undefined) {
    const problems = [{ pointer: "", message: problem }];
    throw new Refusal("draft-unreadable", { file: from, problems });
  }
  await using opened = await openSources(input);
  const source = opened.source(values.source ?? "", "document-intelligence");
  await opened.permit();
  const adapt = adapterOf(values, opened, set);
  const layout = await opened.analyze(source, bytes);
  const extracted = extractOperations(layout, { title: from, inferSchema });
  const text = JSON.stringify(extracted.document);
  const origin = { name: source.name, scan: digestOfBytes(bytes) };
  const { scanned } = extracted;
  const asked = { text, set, from, by: opened.operator, source: origin, scanned, ...adapt };
  const outcome = await opened.drafts.importDocument(asked);
  if (outcome.kind === "unreadable") {
    const { pointer, reason } = outcome;
    throw new Refusal("draft-unreadable", { file: from, problems: [{ pointer, message: reason }] });
  }
  if (outcome.kind === "overtaken") {
    terminal.err(overtaken);
    return 1;
  }
  const notImported = [...extracted.notImported, ...outcome.notImported];
  const whole = { ...outcome, notImported };
  terminal.out(values.json ? printableJson(importJson(whole)) : importText(set, whole, terminal));
  warnUnused(set, opened, context);
  if (draftsIn(outcome) > 0) return 0;
  terminal.err(nothingImported);
  return 1;
}

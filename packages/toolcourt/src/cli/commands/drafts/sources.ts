import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { labelOf, readBytes } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { OpenedSources } from "@toolcourt/gateway/internal/compose/draft-sources";
import { importJson } from "@toolcourt/gateway/internal/http-tools/drafts/draft-json";
import type { ImportOutcome } from "@toolcourt/gateway/internal/http-tools/drafts/import-into";
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
  const { values, rest, context } = input;
  if (values.source === undefined) throw usage("Name the source of drafts.sources with --source.");
  const words = searchWords(rest);
  if (words === undefined) {
    throw usage("Search for 1 to 32 words of letters, digits, dots, dashes and underscores.");
  }
  const set = values.into === undefined ? undefined : setNamed(values.into);
  await using opened = await openSources(input);
  const source = opened.source(values.source, "azure-search");
  await opened.permit();
  const adapt = set === undefined ? {} : adapterOf(values, opened, set);
  const { rows, isWhole } = await opened.search(source, words);
  const reports: RowReport[] = [];
  for (const row of rows) {
    const { definition: text, ...about } = row;
    const from = `${source.name}: ${printable(row.id)}`;
    const reason = whyNotDocument(row);
    if (text === undefined || reason !== undefined) {
      reports.push({ row: about, reason: reason ?? noText });
    } else if (set === undefined) {
      const { drafts = [] } = documentIn(text);
      reports.push({ row: about, operations: drafts.length });
    } else {
      const origin = { name: source.name, row: about };
      const asked = { text, set, from, by: opened.operator, source: origin, ...adapt };
      reports.push(imported(about, await opened.drafts.importDocument(asked)));
    }
  }
  const { terminal } = context;
  const found = { source: source.name, set, isWhole, reports };
  terminal.out(values.json ? printableJson(foundJson(found)) : foundText(found, terminal));
  if (set !== undefined) warnUnused(set, opened, context);
  return reports.some(({ outcome }) => outcome?.kind === "overtaken") ? 1 : 0;
}

const noText = "The field of the definition holds no text.";

function documentIn(text: string): {
  readonly drafts?: readonly unknown[];
  readonly reason?: string;
} {
  const reading = importOpenApi(text, { from: "" });
  return reading.kind === "unreadable" ? { reason: reading.reason } : { drafts: reading.drafts };
}

function whyNotDocument({ definition }: FoundRow): string | undefined {
  return definition === undefined ? noText : documentIn(definition).reason;
}

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
  if (outcome.kind !== "imported") {
    terminal.err(overtaken);
    return 1;
  }
  const notImported = [...extracted.notImported, ...outcome.notImported];
  const whole = { ...outcome, notImported };
  terminal.out(values.json ? printableJson(importJson(whole)) : importText(set, whole, terminal));
  warnUnused(set, opened, context);
  return 0;
}

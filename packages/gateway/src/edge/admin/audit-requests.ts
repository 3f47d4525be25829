import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { isJsonArray, type JsonValue, own } from "@toolcourt/sdk";
import type { AuditExport } from "../../governance/audit/audit-desk.ts";
import { bodyOf, readQuery } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";

/** A request about the audit log. */
export type AuditAsk =
  | { readonly kind: "status" }
  | { readonly kind: "verify" }
  | { readonly kind: "close" }
  | { readonly kind: "row" | "prove"; readonly row: number }
  | { readonly kind: "unfinished"; readonly page: UnfinishedPage }
  | { readonly kind: "export"; readonly wanted: AuditExport };

interface AuditRoute {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly kind: AuditAsk["kind"];
}

const root = "/admin/v1/audit";

/** All paths of the audit log. Public: never renamed, never reused. */
export const auditRoutes: readonly AuditRoute[] = [
  { method: "GET", path: `${root}/status`, kind: "status" },
  { method: "POST", path: `${root}/verify`, kind: "verify" },
  { method: "GET", path: `${root}/rows/{row}`, kind: "row" },
  { method: "GET", path: `${root}/rows/{row}/proof`, kind: "prove" },
  { method: "GET", path: `${root}/unfinished`, kind: "unfinished" },
  { method: "POST", path: `${root}/unfinished/close`, kind: "close" },
  { method: "GET", path: `${root}/export`, kind: "export" },
];

const match = matcherOf(auditRoutes);

export function isAboutAudit({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/audit(?:[/?]|$)/.test(url);
}

type Reader = (query: string, row: string) => AuditAsk;

const readers = {
  status: () => ({ kind: "status" }),
  verify: () => ({ kind: "verify" }),
  close: () => ({ kind: "close" }),
  // No log has a row 0.
  row: (_query, row) => ({ kind: "row", row: rowIn(row) ?? 0 }),
  prove: (_query, row) => ({ kind: "prove", row: rowIn(row) ?? 0 }),
  unfinished: (query) => ({ kind: "unfinished", page: pageIn(query) }),
  export: (query) => ({ kind: "export", wanted: exportIn(query) }),
} satisfies Record<AuditAsk["kind"], Reader>;

/** Determines the request from the path and the method alone. */
export function auditAskIn({ url = "", method }: IncomingMessage): AuditAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  const { kind } = route;
  const isListed = kind === "unfinished" || kind === "export";
  if (queries.length > (isListed ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  const read: Reader = readers[kind];
  return read(queries.join(""), parts.join(""));
}

/** Undefined for a text that is no number of a row. */
function rowIn(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The requested part of the calls without an end. */
export interface UnfinishedPage {
  readonly max: number;
  /** The row after which the page begins. */
  readonly behind: number;
}

type Wish<Wanted> = (value: string) => Partial<Wanted> | undefined;

const maxListed = 100;
const pageWishes = new Map<string, Wish<UnfinishedPage>>([
  ["limit", (value) => limited(/^\d{1,3}$/.test(value) ? Number(value) : 0)],
  ["cursor", (value) => wishOf(rowIn(value), (behind) => ({ behind }))],
]);

function limited(max: number): Partial<UnfinishedPage> | undefined {
  return max >= 1 && max <= maxListed ? { max } : undefined;
}

function wishOf<Wanted>(
  row: number | undefined,
  wish: (row: number) => Partial<Wanted>,
): Partial<Wanted> | undefined {
  return row === undefined ? undefined : wish(row);
}

function pageIn(query: string): UnfinishedPage {
  const wanted = readQuery<Partial<UnfinishedPage>>(query, pageWishes);
  if (wanted === undefined) {
    const expected = `limit (1 to ${maxListed}) and cursor, each once`;
    throw new Refusal("request-invalid", { because: "query", expected });
  }
  return { max: 50, behind: 0, ...wanted };
}

interface ExportWish {
  readonly from: number;
  readonly to: number;
  readonly format: AuditExport["format"];
}

const exportWishes = new Map<string, Wish<ExportWish>>([
  ["from", (value) => wishOf(rowIn(value), (from) => ({ from }))],
  ["to", (value) => wishOf(rowIn(value), (to) => ({ to }))],
  ["format", (value) => (value === "rows" || value === "ocsf" ? { format: value } : undefined)],
]);

function exportIn(query: string): AuditExport {
  const wanted = readQuery<Partial<ExportWish>>(query, exportWishes);
  const { from = 1, to, format = "rows" } = wanted ?? {};
  if (wanted === undefined || (to !== undefined && to < from)) {
    const expected = "from and to (numbers of rows, from first) and format (rows, ocsf), each once";
    throw new Refusal("request-invalid", { because: "query", expected });
  }
  return { range: { from, ...(to !== undefined && { to }) }, format };
}

const maxBodyBytes = 64 * 1024;
const maxClosed = 100;

/** Returns the first rows of the calls that are to be closed. */
export async function closedRowsIn(request: IncomingMessage): Promise<readonly number[]> {
  const body = (await bodyOf(request, maxBodyBytes)) ?? {};
  const rows = own(body, "rows");
  const numbers = isJsonArray(rows) ? rows.filter(isRow) : [];
  const isWhole = isJsonArray(rows) && rows.length === numbers.length;
  const isFew = numbers.length >= 1 && numbers.length <= maxClosed;
  if (isWhole && isFew && Object.keys(body).length === 1) return numbers;
  const expected = `{"rows": […]}, 1 to ${maxClosed} numbers of rows where unfinished calls begin`;
  throw new Refusal("request-invalid", { because: "body", expected });
}

function isRow(value: JsonValue): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

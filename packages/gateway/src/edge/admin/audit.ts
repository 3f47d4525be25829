import { Readable } from "node:stream";
import type { auditReasons } from "@toolcourt/contracts/internal/errors/audit-catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { visible } from "../../governance/approvals/visible.ts";
import type { AuditDesk, AuditExport, AuditReader } from "../../governance/audit/audit-desk.ts";
import type { LogPlace } from "../../governance/audit/audit-status.ts";
import type { UnfinishedCall } from "../../governance/audit/unfinished.ts";
import type { AuthenticatedRequest } from "../callers.ts";
import {
  type AuditAsk,
  auditAskIn,
  closedRowsIn,
  isAboutAudit,
  type UnfinishedPage,
} from "./audit-requests.ts";
import { nothingIn } from "./grant-requests.ts";
import type { AdminAnswer, AdminPart, AdminSender } from "./part.ts";
import { inPieces, jsonLines, linesType } from "./stream-lines.ts";

export interface AuditPartDeps {
  /** Undefined if the gateway keeps no log. */
  readonly desk: AuditDesk | undefined;
  /** Why the log cannot be signed. Undefined if it can. */
  readonly unsigned: () => string | undefined;
}

const permissions = {
  status: "audit:read",
  row: "audit:read",
  prove: "audit:read",
  export: "audit:read",
  unfinished: "audit:read",
  close: "audit:close",
  verify: "audit:verify",
} satisfies Record<AuditAsk["kind"], string>;

/** Lets people read the audit log, verify it, and close calls that never ended. */
export function auditPart(deps: AuditPartDeps): AdminPart {
  return {
    isAbout: isAboutAudit,
    answer: async (request, sender) => {
      const ask = auditAskIn(request);
      sender.require(permissions[ask.kind]);
      const { desk } = deps;
      if (desk === undefined) throw refused("memory");
      return answer({ ...deps, desk }, { ask, reader: readerOf(sender), request });
    },
  };
}

interface Asked<Ask extends AuditAsk = AuditAsk> {
  readonly ask: Ask;
  readonly reader: AuditReader;
  readonly request: AuthenticatedRequest;
}

interface Deps extends Omit<AuditPartDeps, "desk"> {
  readonly desk: AuditDesk;
}

async function answer(deps: Deps, { ask, reader, request }: Asked): Promise<AdminAnswer> {
  const { desk } = deps;
  switch (ask.kind) {
    case "row":
      return shownRow(desk, ask.row, reader);
    case "prove":
      return proof(desk, ask.row, reader);
    case "unfinished":
      return unfinished(desk, ask.page, reader);
    case "close":
      return closed(await desk.close(await closedRowsIn(request), reader));
    case "status":
    case "export":
    case "verify":
    default:
      return ofWholeLog(deps, { ask, reader, request });
  }
}

type WholeAsk = Extract<AuditAsk, { kind: "status" | "verify" | "export" }>;

/** The log is one chain of all tenants, so a part of it can be neither verified nor exported. */
async function ofWholeLog(
  deps: Deps,
  { ask, reader, request }: Asked<WholeAsk>,
): Promise<AdminAnswer> {
  if (reader.tenant !== undefined) throw refused("tenant");
  if (ask.kind === "status") return status(deps);
  if (ask.kind === "export") return exported(deps.desk, ask.wanted, reader);
  await nothingIn(request);
  const events = await deps.desk.verify(reader);
  if (events === undefined) throw refused("verifying");
  return { streamed: { contentType: linesType, body: jsonLines(events) } };
}

function status({ desk, unsigned }: Deps): Promise<JsonObject> {
  return desk.status().then(({ last, signed, checkpoint, key }) => ({
    last: last === undefined ? null : placeJson(last),
    signed: signed === undefined ? null : placeJson(signed),
    checkpoint: checkpoint ?? null,
    key: { ...key },
    unsigned: unsigned() ?? null,
  }));
}

function placeJson({ row, hash, at }: LogPlace): JsonObject {
  return { row, hash, at: at === undefined ? null : new Date(at).toISOString() };
}

async function shownRow(desk: AuditDesk, number: number, reader: AuditReader): Promise<JsonObject> {
  const found = await desk.row(number, reader);
  if (found === undefined) throw refused("row");
  const { sequence, hash, body } = found;
  return { row: sequence, hash, body: parseJson(body), text: body, visible: visible(body) };
}

async function proof(desk: AuditDesk, number: number, reader: AuditReader): Promise<AdminAnswer> {
  const found = await desk.proof(number, reader);
  if (found === "unknown") throw refused("row");
  if (found === "busy") throw refused("proving");
  if (found === "unsigned") throw refused("unsigned");
  return {
    streamed: {
      contentType: "text/plain; charset=utf-8",
      file: `row-${number}.tlog-proof`,
      body: Readable.from([found.text]),
    },
  };
}

async function unfinished(
  desk: AuditDesk,
  { max, behind }: UnfinishedPage,
  reader: AuditReader,
): Promise<JsonObject> {
  const calls = await desk.unfinished(reader);
  const rest = calls.filter(({ sequence }) => sequence > behind);
  const page = rest.slice(0, max);
  const next = rest.length > max ? page.at(-1)?.sequence : undefined;
  return { calls: page.map(callJson), ...(next !== undefined && { next: String(next) }) };
}

function callJson({ sequence, at, tenant, ...call }: UnfinishedCall): JsonObject {
  return { ...call, row: sequence, at: new Date(at).toISOString(), tenant: tenant ?? null };
}

function closed(calls: Awaited<ReturnType<AuditDesk["close"]>>): JsonObject {
  if (calls === "unknown") throw refused("call");
  if (calls === "running") throw refused("running");
  return { closed: calls.map(callJson) };
}

async function exported(
  desk: AuditDesk,
  wanted: AuditExport,
  reader: AuditReader,
): Promise<AdminAnswer> {
  const lines = await desk.export(wanted, reader);
  if (lines === undefined) throw refused("row");
  const { from = 1, to } = wanted.range;
  const part = from === 1 && to === undefined ? "" : `-${from}-${to ?? "end"}`;
  const form = wanted.format === "ocsf" ? "-ocsf" : "";
  const file = `toolcourt-audit${form}${part}.jsonl`;
  return { streamed: { contentType: linesType, file, body: inPieces(lines) } };
}

/** The operator and people without a tenant read the whole log. */
function readerOf({ principal: { id, tenant } }: AdminSender): AuditReader {
  return { by: id, ...(tenant !== undefined && { tenant }) };
}

function refused(because: keyof typeof auditReasons): Refusal {
  return new Refusal("audit-refused", { because });
}

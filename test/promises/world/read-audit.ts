import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { runIn, runToolcourt } from "./run-toolcourt.ts";

/** A call as the audit log has it. */
export interface LoggedCall {
  readonly callId: string;
  readonly tool: string;
  /** Of its arguments. */
  readonly digest: string;
  /** Absent where nobody closed it. */
  code?: string;
}

export interface AuditLog {
  readonly rows: number;
  readonly calls: ReadonlyMap<string, LoggedCall>;
  /** The ids of approvals that were used up, each with the calls that did. */
  readonly consumed: ReadonlyMap<string, readonly string[]>;
  /** What our own verifier and the one in Python say; 0 where all is well. */
  readonly verdicts: readonly number[];
}

const verifier = resolve(import.meta.dirname, "../../../tools/verify-audit/verify_audit.py");

/** Exports the log as an operator would, has it verified by both verifiers, and reads it. */
export async function readAudit(folder: string): Promise<AuditLog> {
  const key = await runToolcourt(folder, "audit", "key");
  const exported = await runToolcourt(folder, "audit", "export", "--out", "audit.jsonl");
  if (key.code + exported.code !== 0) throw new Error(`No export: ${key.err}${exported.err}`);
  const publicKey = key.out.trim();
  const ours = runToolcourt(folder, "audit", "verify", "audit.jsonl", "--key", publicKey);
  const pythons = runIn(folder, "python3", verifier, "audit.jsonl", publicKey);
  const verdicts = (await Promise.all([ours, pythons])).map(({ code }) => code);
  return { ...(await readRows(join(folder, "audit.jsonl"))), verdicts };
}

async function readRows(path: string): Promise<Omit<AuditLog, "verdicts">> {
  const calls = new Map<string, LoggedCall>();
  const consumed = new Map<string, string[]>();
  const note: Readonly<Record<string, (body: JsonObject, callId: string) => void>> = {
    "call.opened": (body, callId) => calls.set(callId, callIn(body)),
    "call.closed": (body, callId) => {
      const call = calls.get(callId);
      if (call !== undefined) call.code = text(body, "code");
    },
    "approval.consumed": (body, callId) => {
      const id = text(inside(body, "about"), "id");
      consumed.set(id, [...(consumed.get(id) ?? []), callId]);
    },
  };
  let rows = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const row = parseJson(line);
    const body = isJsonObject(row) ? own(row, "body") : undefined;
    if (!isJsonObject(body)) continue;
    rows += 1;
    note[text(body, "kind")]?.(body, text(body, "callId"));
  }
  return { rows, calls, consumed };
}

function callIn(body: JsonObject): LoggedCall {
  const digest = text(inside(body, "arguments"), "digest");
  return { callId: text(body, "callId"), tool: text(body, "tool"), digest };
}

function inside(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isJsonObject(value) ? value : {};
}

function text(object: JsonObject, key: string): string {
  const value = own(object, key);
  return typeof value === "string" ? value : "";
}

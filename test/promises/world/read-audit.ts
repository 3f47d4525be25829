import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { command } from "../command.ts";

/** A call as recorded in the audit log. */
export interface LoggedCall {
  readonly callId: string;
  readonly tool: string;
  /** Digest of its arguments. */
  readonly digest: string;
  /** Undefined if it was never closed. */
  code?: string;
}

export interface AuditLog {
  readonly rows: number;
  readonly calls: ReadonlyMap<string, LoggedCall>;
  /** Consumed approvals by id, each with the calls that consumed it. */
  readonly consumed: ReadonlyMap<string, readonly string[]>;
  /** How many of the two verifiers, ours and the Python one, report a fault. */
  readonly objections: number;
}

const verifier = resolve(import.meta.dirname, "../../../tools/verify-audit/verify_audit.py");

/**
 * Exports the log as an operator would, runs both verifiers and reads it. Requires exclusive
 * access.
 */
export async function readAudit(folder: string): Promise<AuditLog> {
  const publicKey = (await command(folder, "audit", "key")).trim();
  await command(folder, "audit", "export", "--out", "audit.jsonl");
  const verdicts = await Promise.all([
    accepted(command(folder, "audit", "verify", "audit.jsonl", "--key", publicKey)),
    accepted(run("python3", [verifier, "audit.jsonl", publicKey], { cwd: folder })),
  ]);
  const objections = verdicts.filter((isAccepted) => !isAccepted).length;
  return { ...(await readRows(join(folder, "audit.jsonl"))), objections };
}

const run = promisify(execFile);

function accepted(verifying: Promise<unknown>): Promise<boolean> {
  return verifying.then(
    () => true,
    () => false,
  );
}

async function readRows(path: string): Promise<Omit<AuditLog, "objections">> {
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

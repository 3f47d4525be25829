import { createHash, hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";

/** The records, read without any of the gateway's code. */
export interface Record {
  /** Returns whether a call with these arguments was recorded before it ran. */
  readonly hasIntent: (given: JsonObject) => boolean;
  /** Returns whether such a call was recorded as answered. */
  readonly wasAnswered: (given: JsonObject) => boolean;
  readonly wasConsumed: (approval: string) => boolean;
  /** Consumed approvals according to their table. */
  readonly usedUp: readonly string[];
  readonly rows: readonly string[];
  /** Rows that do not chain to the row before them. */
  readonly breaks: number;
}

interface Row {
  readonly sequence: number;
  readonly body: string;
  readonly hash: string;
}

/** Reads the log in a SQLite file. */
export function recordIn(path: string): Record {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database.prepare("SELECT sequence, body, hash FROM audit ORDER BY sequence").all();
    const used = database
      .prepare("SELECT id FROM approvals WHERE state IN ('consumed', 'done', 'failed', 'unknown')")
      .all();
    return {
      ...recordOf(rows.map((row) => rowOf(row["sequence"], row["body"], row["hash"]))),
      usedUp: used.map(({ id }) => String(id)),
    };
  } finally {
    database.close();
  }
}

/** Reads the log in a file of lines. An unterminated last line was never acknowledged. */
export function recordInLines(path: string): Record {
  const lines = readFileSync(path, "utf8").split("\n").slice(1, -1);
  return recordOf(
    lines.map((line) => {
      const row = parseJson(line);
      if (!isJsonObject(row)) throw new Error("A line of the log is no row.");
      // The line contains the body exactly as it was hashed.
      const body = /"body":(\{.*\})\}$/.exec(line)?.[1] ?? "";
      return rowOf(own(row, "sequence"), body, own(row, "hash"));
    }),
  );
}

function rowOf(sequence: unknown, body: unknown, digest: unknown): Row {
  return { sequence: Number(sequence), body: String(body), hash: String(digest) };
}

function recordOf(rows: readonly Row[]): Record {
  const bodies = rows.map(({ body }) => parseJson(body)).filter(isJsonObject);
  const digestById = new Map<unknown, unknown>();
  const [opened, answered, consumed] = [new Set(), new Set(), new Set()];
  for (const body of bodies) {
    const [kind, id, about] = [body["kind"], body["callId"], own(body, "about")];
    if (kind === "call.opened") digestById.set(id, digestIn(body));
    if (kind === "call.opened") opened.add(digestIn(body));
    if (kind === "call.closed" && body["code"] === "answered") answered.add(digestById.get(id));
    if (kind === "approval.consumed" && isJsonObject(about)) consumed.add(JSON.stringify(about));
  }
  return {
    hasIntent: (given) => opened.has(digestOf(given)),
    wasAnswered: (given) => answered.has(digestOf(given)),
    wasConsumed: (approval) => [...consumed].some((about) => String(about).includes(approval)),
    usedUp: [],
    rows: rows.map((row) => row.hash),
    breaks: breaksIn(rows),
  };
}

function digestIn(body: JsonObject): unknown {
  const given = own(body, "arguments");
  return isJsonObject(given) ? given["digest"] : undefined;
}

/** Requires objects with sorted keys. */
function digestOf(given: JsonObject): string {
  return `sha256:${hash("sha256", JSON.stringify(given), "hex")}`;
}

/** Implements docs/audit-format.md. */
function breaksIn(rows: readonly Row[]): number {
  let breaks = 0;
  let before: Uint8Array = new Uint8Array(32);
  for (const [index, row] of rows.entries()) {
    const leaf = createHash("sha256").update("\0").update(row.body).digest();
    const digest = createHash("sha256").update("toolcourt-audit-v1\0").update(before).update(leaf);
    before = digest.digest();
    if (row.sequence !== index + 1 || Buffer.from(before).toString("hex") !== row.hash) breaks += 1;
  }
  return breaks;
}

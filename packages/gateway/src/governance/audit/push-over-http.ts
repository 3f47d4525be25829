import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { Signer } from "./note.ts";
import { type Batch, linesOf, type SendBatch, type Sent, signedText } from "./push-batch.ts";

/** What became of a request. Failures are in our own words. */
export type Posted =
  | { readonly kind: "answered"; readonly body: string }
  | {
      readonly kind: "failed";
      /** Undefined if there was no answer. */
      readonly status: number | undefined;
      readonly because: string;
      readonly waitMs?: number | undefined;
    };

/** Posts to one address, once. Rejects only if the signal aborts. */
export type Post = (request: {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}) => Promise<Posted>;

export interface WebhookDeps extends Pick<Runtime, "clock"> {
  readonly post: Post;
  readonly signer: Pick<Signer, "sign">;
  /** Default: the lines of an export. */
  readonly format?: "rows" | "ocsf";
}

/** Sends the lines of an export, signed with the key of the log. Expects the last stored row. */
export function createWebhookSend({ post, signer, clock, format }: WebhookDeps): SendBatch {
  return async (batch, signal) => {
    const body = linesOf(batch, format);
    const seconds = Math.floor(clock.now() / 1_000);
    const note = signer.sign(signedText(batch.receiver, seconds, body));
    const headers = {
      "content-type": "application/x-ndjson",
      "toolcourt-receiver": batch.receiver,
      "toolcourt-rows": `${batch.after + 1}-${batch.after + batch.rows.length}`,
      "toolcourt-timestamp": String(seconds),
      "toolcourt-signature": signatureIn(note),
      ...(batch.mayRepeat && { "toolcourt-repeat": "possible" }),
      ...(batch.checkpoint && { "toolcourt-checkpoint": btoaUtf8(batch.checkpoint.note) }),
    };
    const posted = await post({ body, headers, signal });
    return posted.kind === "failed" ? afterFailure(posted) : storedIn(posted.body);
  };
}

/** A note has several lines, and a header has one. */
function btoaUtf8(note: string): string {
  return Buffer.from(note).toString("base64");
}

/** The last word of a note: four bytes of the key's id and the signature, in base64. */
export function signatureIn(note: string): string {
  return note.trimEnd().split(" ").at(-1) ?? "";
}

const unreadable: Sent = {
  kind: "refused",
  because: 'It answered without the last stored row. Expected {"row": <number>, "hash": <text>}.',
};

function storedIn(text: string): Sent {
  const answer = objectOf(text);
  const [row, hash] = [own(answer, "row"), own(answer, "hash")];
  if (!Number.isSafeInteger(row) || typeof row !== "number" || row < 0) return unreadable;
  return { kind: "stored", row, hash: typeof hash === "string" ? hash : undefined };
}

/** Answers of a receiver that is away, busy or full. All others would be the same next time. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 507]);

function afterFailure({ status, because, waitMs }: Extract<Posted, { kind: "failed" }>): Sent {
  const isPassing = status === undefined || passing.has(status);
  if (isPassing) return { kind: "later", because, waitMs };
  return { kind: "refused", because: `It refused the rows with status ${status}.` };
}

/** Sends rows as OTLP log records in JSON. The whole batch is accepted, or none of it counts. */
export function createOtlpSend({ post }: Pick<WebhookDeps, "post">): SendBatch {
  return async (batch, signal) => {
    const headers = { "content-type": "application/json" };
    const posted = await post({ body: JSON.stringify(otlpOf(batch)), headers, signal });
    return posted.kind === "failed" ? afterFailure(posted) : acceptedIn(posted.body, batch);
  };
}

function attribute(key: string, value: string): JsonObject {
  return { key, value: { stringValue: value } };
}

function otlpOf({ origin, receiver, rows }: Batch): JsonObject {
  const records = rows.map(({ sequence, hash, body }) => {
    const at = own(objectOf(body), "at");
    const kind = own(objectOf(body), "kind");
    const nanoseconds = typeof at === "number" ? `${Math.trunc(at)}000000` : "0";
    return {
      timeUnixNano: nanoseconds,
      observedTimeUnixNano: nanoseconds,
      severityNumber: 9,
      severityText: "INFO",
      eventName: typeof kind === "string" ? `toolcourt.${kind}` : "toolcourt.audit",
      body: { stringValue: body },
      attributes: [
        { key: "toolcourt.audit.row", value: { intValue: String(sequence) } },
        attribute("toolcourt.audit.hash", hash),
      ],
    };
  });
  const scope = { name: "toolcourt.audit" };
  const attributes = [
    attribute("service.name", "toolcourt"),
    attribute("toolcourt.audit.origin", origin),
    attribute("toolcourt.audit.receiver", receiver),
  ];
  return {
    resourceLogs: [{ resource: { attributes }, scopeLogs: [{ scope, logRecords: records }] }],
  };
}

/**
 * OTLP does not say which records were rejected, so no row of such a batch counts. Neither does one
 * whose answer is of another kind: a page of a proxy, or of a wrong address, has status 200 too.
 */
function acceptedIn(answer: string, { rows, after }: Batch): Sent {
  if (!isOtlp(answer)) {
    return { kind: "refused", because: "It answered with something else than an answer of OTLP." };
  }
  const rejected = rejectedIn(answer);
  if (rejected === 0) {
    return { kind: "stored", row: after + rows.length, hash: rows.at(-1)?.hash };
  }
  const isPossible = Number.isSafeInteger(rejected) && rejected > 0 && rejected <= rows.length;
  const because = isPossible
    ? `It rejected ${rejected} of ${rows.length} rows.`
    : `It rejected another number of rows than the ${rows.length} it was sent.`;
  return { kind: "refused", because };
}

function rejectedIn(answer: string): number {
  const partial = own(objectOf(answer), "partialSuccess");
  return isJsonObject(partial) ? Number(own(partial, "rejectedLogRecords") ?? 0) : 0;
}

/** Some receivers leave the answer out. */
function isOtlp(answer: string): boolean {
  if (answer.trim() === "") return true;
  try {
    return isJsonObject(parseJson(answer));
  } catch {
    return false;
  }
}

function objectOf(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

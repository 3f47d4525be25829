import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { leafOf } from "./chain.ts";
import type { ChainedRow } from "./ocsf.ts";
import { type Batch, type BodyOf, chainedRows, type SendBatch } from "./push-batch.ts";

/**
 * Sends bytes over a connection of their own, and resolves once the other end has read them all and
 * closed too. Otherwise returns why not, in our own words.
 */
export type SendStream = (bytes: Buffer, signal: AbortSignal) => Promise<string | undefined>;

export interface SyslogDeps {
  readonly stream: SendStream;
  readonly bodyOf: BodyOf;
}

/**
 * Sends rows as messages of RFC 5424 in the frames of RFC 5425. Syslog has no acknowledgement: a
 * batch counts as stored once the receiver has read it and closed the connection in order.
 */
export function createSyslogSend({ stream, bodyOf }: SyslogDeps): SendBatch {
  return async (batch, signal) => {
    const frames = chainedRows(batch).map((row) => frameOf(row, batch, bodyOf(row, batch.origin)));
    const because = await stream(Buffer.concat(frames), signal);
    if (because !== undefined) return { kind: "later", because };
    return { kind: "stored", row: batch.after + batch.rows.length, hash: batch.rows.at(-1)?.hash };
  };
}

/** RFC 5425 asks receivers to take messages of this size. Longer ones may be cut on their way. */
export const maxMessageBytes = 8_192;

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6;

/** The number for examples (RFC 5612): Toolcourt has none of its own. */
const elementId = "toolcourt@32473";

function frameOf(row: ChainedRow, batch: Batch, text: string): Buffer {
  const { at, kind } = headOf(row.body);
  const head = `<${priority}>1 ${at} - toolcourt - ${kind} `;
  const body = Buffer.from(text);
  const whole = Buffer.concat([Buffer.from(`${head}${elementOf(row, batch, false)} `), body]);
  if (whole.length <= maxMessageBytes) return framed(whole);
  const start = Buffer.from(`${head}${elementOf(row, batch, true)} `);
  return framed(Buffer.concat([start, cutAt(body, Math.max(0, maxMessageBytes - start.length))]));
}

/** Octet counting: the length, a space and the message. */
function framed(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** Cuts between characters. */
function cutAt(body: Buffer, bytes: number): Buffer {
  let end = bytes;
  while (end > 0 && ((body[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return body.subarray(0, end);
}

/** `leaf` lets the chain be verified even if the message was cut. */
function elementOf(
  row: ChainedRow,
  { origin, receiver, mayRepeat }: Batch,
  isCut: boolean,
): string {
  const parameters = Object.entries({
    origin,
    receiver,
    row: String(row.sequence),
    hash: row.hash,
    previous: row.previous ?? "",
    leaf: leafOf(row.body).toString("hex"),
    ...(mayRepeat && { repeat: "possible" }),
    ...(isCut && { cut: "true" }),
  });
  return `[${elementId} ${parameters.map(([name, text]) => `${name}="${escaped(text)}"`).join(" ")}]`;
}

/** RFC 5424, 6.3.3. A control character would end the line of a receiver's file. */
function escaped(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "?").replaceAll(/["\\\]]/g, "\\$&");
}

function headOf(body: string): { readonly at: string; readonly kind: string } {
  const entry = parseJson(body);
  const [at, kind] = isJsonObject(entry) ? [own(entry, "at"), own(entry, "kind")] : [];
  const isTime = typeof at === "number" && Number.isFinite(at) && Math.abs(at) < 8.64e15;
  const name = typeof kind === "string" ? kind.replaceAll(/[^!-~]/g, "?").slice(0, 32) : "";
  return { at: isTime ? new Date(at).toISOString() : "-", kind: name === "" ? "-" : name };
}

import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { doubles, type Entry, entries, isText, problem } from "./entries.ts";
import {
  anyText,
  choice,
  fullText,
  keysAndValues,
  listOf,
  nameOf,
  wholeBetween,
} from "./pieces.ts";
import { headerProblem, headerValues } from "./telemetry.ts";
import type { Environment } from "./variables.ts";

const addressText = "an address that starts with https://, or with tls:// for syslog";

/** Never shown in full, since it may hold a password. */
const receiverAddress = z
  .string({ error: expectedUnseen(addressText) })
  .meta({ format: "uri", pattern: "^(?:https?|tls)://" })
  .transform((text, context) => {
    // The URL parser repairs some mistakes. Here they are refused.
    const isForm = /^https?:\/\/[^\s/]\S*$/i.test(text) || isServerAddress(text, "tls");
    const url = isForm ? URL.parse(text) : null;
    if (url !== null) return url;
    context.addIssue({ code: "custom", message: `Expected ${addressText}, and is well formed.` });
    return z.NEVER;
  });

/** Reports whether a text has one of these schemes, a host and maybe a port, and nothing else. */
export function isServerAddress(text: string, scheme: "tls" | "smtps?"): boolean {
  const form = new RegExp(`^${scheme}://((?:[\\w.-]+|\\[[\\d:a-f.]+\\])(?::\\d+)?)/?$`, "i");
  const place = form.exec(text)?.[1];
  // Parsed as the connection is made: the parser takes nearly any host of a scheme it does not know.
  return place !== undefined && URL.canParse(`http://${place}`);
}

const receiverSchema = z.strictObject(
  {
    name: nameOf("the name of a receiver"),
    kind: choice(["webhook", "otlp", "syslog"]),
    url: receiverAddress,
    format: choice(["rows", "ocsf"]).default("rows"),
    ca_file: z.exactOptional(fullText),
    cert_file: z.exactOptional(fullText),
    key_file: z.exactOptional(fullText),
    headers: z.exactOptional(z.record(z.string(), anyText, keysAndValues)),
    max_rows: wholeBetween("a whole number", 1, 1_000).default(250),
  },
  keysAndValues,
);

export const pushSchema = listOf(receiverSchema, "receivers");

/** A receiver of the audit log. */
export interface PushConfig {
  readonly name: string;
  readonly kind: "webhook" | "otlp" | "syslog";
  readonly url: URL;
  readonly format: "rows" | "ocsf";
  /** Files for TLS with a syslog receiver, as written. Default: none. */
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  /** May contain credentials, so all values are redacted like secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** How many rows one request may have. */
  readonly maxRows: number;
}

export function toPush(
  file: z.output<typeof pushSchema>,
  environment: Environment,
): readonly PushConfig[] {
  return file.map(({ name, kind, url, format, headers = {}, ...rest }) => ({
    name,
    kind,
    url,
    format,
    maxRows: rest.max_rows,
    headers: headerValues(headers, environment),
    caFile: rest.ca_file,
    certFile: rest.cert_file,
    keyFile: rest.key_file,
  }));
}

export function* pushProblems(audit: JsonObject, environment: Environment): Generator<Problem> {
  const found = entries(audit, ["audit"], "push");
  yield* doubles(found, ["name"]);
  for (const entry of found) {
    const { path, value } = entry;
    const wrong = whatIsWrong(own(value, "url"));
    if (wrong !== undefined) yield problem([...path, "url"], wrong);
    yield* headerProblems(entry, environment);
    for (const [key, message] of keyProblems(value)) yield problem([...path, key], message);
  }
}

type Named = readonly [key: string, message: string];

function* keyProblems(receiver: JsonObject): Generator<Named> {
  const name = own(receiver, "name");
  if (isText(name) && name.startsWith("approvals.notify/")) {
    yield ["name", "Names with approvals.notify/ are those of notices."];
  }
  const url = own(receiver, "url");
  const isTls = isText(url) && url.startsWith("tls:");
  yield* own(receiver, "kind") === "syslog"
    ? syslogProblems(receiver, isTls)
    : httpProblems(receiver, isTls);
}

function* syslogProblems(receiver: JsonObject, isTls: boolean): Generator<Named> {
  const has = (key: string): boolean => own(receiver, key) !== undefined;
  if (!isTls) yield ["url", "Use tls:// for syslog."];
  if (has("headers")) yield ["headers", "Syslog has no headers."];
  if (has("cert_file") === has("key_file")) return;
  const [there, missing] = has("key_file") ? ["key_file", "cert_file"] : ["cert_file", "key_file"];
  yield [there, `Name \`${missing}\` too: a certificate and its key belong together.`];
}

function* httpProblems(receiver: JsonObject, isTls: boolean): Generator<Named> {
  if (isTls) yield ["url", "Only a receiver of kind syslog has tls://."];
  for (const key of ["ca_file", "cert_file", "key_file"]) {
    if (own(receiver, key) === undefined) continue;
    yield [key, "Only a receiver of kind syslog takes this key."];
  }
  if (own(receiver, "kind") === "otlp" && own(receiver, "format") === "ocsf") {
    yield ["format", "OTLP has its own form. Use `webhook` or `syslog` for ocsf."];
  }
}

/** Reports what is wrong with the headers of a receiver. */
export function* headerProblems(
  { path, value }: Entry,
  environment: Environment,
): Generator<Problem> {
  const headers = own(value, "headers");
  for (const [name, text] of isJsonObject(headers) ? Object.entries(headers) : []) {
    const found = headerProblem(name, text, environment);
    if (found) yield problem([...path, "headers", name], found.message, found.of);
  }
}

/** Rows must not be readable or changeable on their way. */
function whatIsWrong(text: unknown): string | undefined {
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (url === null) return undefined;
  if (`${url.username}${url.password}` !== "") {
    return "Leave out user and password; use `headers`.";
  }
  return ["https:", "tls:"].includes(url.protocol) || isLoopback(url.hostname)
    ? undefined
    : "Use https://. Only a receiver on this machine may have http://.";
}

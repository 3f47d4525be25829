import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isLoopback } from "@toolcourt/contracts/internal/kernel/loopback";
import { isJsonArray, isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import { headerProblems, isServerAddress } from "./audit-push.ts";
import { doubles, type Entry, entries, isInMemory, isText, problem } from "./entries.ts";
import { anyText, choice, fullText, keysAndValues, listOf, nameOf } from "./pieces.ts";
import { headerValues } from "./telemetry.ts";
import { type Environment, expandedValues, expandVariables } from "./variables.ts";

const kinds = ["webhook", "slack", "teams", "email"] as const;

const receiverSchema = z.strictObject(
  {
    name: nameOf("the name of a receiver"),
    kind: choice(kinds),
    url: fullText,
    link: z.exactOptional(fullText),
    headers: z.exactOptional(z.record(z.string(), anyText, keysAndValues)),
    from: z.exactOptional(fullText),
    to: z.exactOptional(listOf(fullText, "e-mail addresses").min(1)),
    username: z.exactOptional(fullText),
    password: z.exactOptional(fullText),
    ca_file: z.exactOptional(fullText),
  },
  keysAndValues,
);

export const notifySchema = listOf(receiverSchema, "receivers");

/** A receiver of notices about requests for approval. */
export interface NotifyConfig {
  readonly name: string;
  readonly kind: (typeof kinds)[number];
  /** The address of chat webhooks is a secret in itself. */
  readonly url: URL;
  /** Where a request can be decided, with `{id}` in place of its id. Default: none. */
  readonly link?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** For e-mail. Empty for others. */
  readonly from: string;
  readonly to: readonly string[];
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** File of certificates to trust at a mail server, as written. Default: none. */
  readonly caFile?: string | undefined;
}

export function toNotify(
  file: z.output<typeof notifySchema>,
  environment: Environment,
): readonly NotifyConfig[] {
  return file.map(({ name, kind, link, headers = {}, from = "", to = [], ...rest }) => {
    const { url, username, password } = rest;
    const secret = { url, ...(password !== undefined && { password }) };
    const expanded: Partial<Record<string, string>> = expandedValues(secret, environment);
    return {
      name,
      kind,
      url: new URL(expanded["url"] ?? url),
      link,
      headers: headerValues(headers, environment),
      from,
      to,
      username,
      password: expanded["password"],
      caFile: rest.ca_file,
    };
  });
}

/** No receiver of `audit.push` may have such a name: each name has one cursor. */
export function noticeCursor(name: string): string {
  return `approvals.notify/${name}`;
}

interface Receivers {
  readonly audit: { readonly push?: readonly { readonly name: string }[] };
  readonly approvals: { readonly notify?: readonly NotifyConfig[] };
}

/** Returns the receivers of rows and of notices: all of them have cursors. */
export function receiversOf({ audit, approvals }: Receivers): readonly { readonly name: string }[] {
  const notices = (approvals.notify ?? []).map(({ name }) => ({ name: noticeCursor(name) }));
  return [...(audit.push ?? []), ...notices];
}

/** Values that must not appear in logs or results. */
export function secretsOfNotify({ kind, url, password }: NotifyConfig): readonly string[] {
  const path = kind === "slack" || kind === "teams" ? `${url.pathname}${url.search}` : "/";
  return [...(path.length > 8 ? [path] : []), ...(password === undefined ? [] : [password])];
}

export function* notifyProblems(file: JsonObject, environment: Environment): Generator<Problem> {
  const approvals = own(file, "approvals");
  const found = isJsonObject(approvals) ? entries(approvals, ["approvals"], "notify") : [];
  if (found.length > 0 && isInMemory(file)) {
    const message = "Notices need a durable store. Name one in `stores.url`.";
    yield problem(["approvals", "notify"], message, "key");
  }
  yield* doubles(found, ["name"]);
  for (const entry of found) yield* receiverProblems(entry, environment);
}

function* receiverProblems({ value, path }: Entry, environment: Environment): Generator<Problem> {
  for (const [key, message] of problemsOf(value, environment)) {
    yield problem([...path, key], message);
  }
  yield* headerProblems({ value, path }, environment);
}

type Named = readonly [key: string, message: string];

function* problemsOf(receiver: JsonObject, environment: Environment): Generator<Named> {
  const isMail = own(receiver, "kind") === "email";
  for (const key of ["url", "password"]) {
    const wrong = unexpanded(own(receiver, key), environment);
    if (wrong !== undefined) yield [key, wrong];
  }
  const address = addressProblem(own(receiver, "url"), isMail, environment);
  if (address !== undefined) yield ["url", address];
  const link = own(receiver, "link");
  if (typeof link === "string" && !/^https?:\/\/[^\s{}]+\{id\}[^\s{}]*$/.test(link)) {
    yield [
      "link",
      "Expected a web address with {id} in it, such as https://example.com/approvals/{id}.",
    ];
  }
  yield* isMail ? mailProblems(receiver) : mailKeys(receiver);
}

function unexpanded(text: unknown, environment: Environment): string | undefined {
  const expansion = typeof text === "string" ? expandVariables(text, environment) : undefined;
  return expansion?.kind === "refused" ? expansion.problem : undefined;
}

const mailForm = "Expected smtps://host for TLS from the start, or smtp://host for STARTTLS.";
const webForm = "Expected a web address that starts with https:// and is well formed.";

/** Never quotes the address: it may be a secret. */
function addressProblem(
  text: unknown,
  isMail: boolean,
  environment: Environment,
): string | undefined {
  const expansion = typeof text === "string" ? expandVariables(text, environment) : undefined;
  if (expansion?.kind !== "text") return undefined;
  if (isMail) return isServerAddress(expansion.text, "smtps?") ? undefined : mailForm;
  return /^https?:\/\/[^\s/]\S*$/i.test(expansion.text) ? webProblem(expansion.text) : webForm;
}

function webProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null) return webForm;
  if (`${url.username}${url.password}` !== "") return "Leave out user and password; use `headers`.";
  return url.protocol === "https:" || isLoopback(url.hostname)
    ? undefined
    : "Use https://. Only a receiver on this machine may have http://.";
}

/** One address without a name. A line feed would begin a header of its own. */
const mailAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d.-]{1,190}$/;

function* mailProblems(receiver: JsonObject): Generator<Named> {
  const [from, to] = [own(receiver, "from"), own(receiver, "to")];
  const message = "Expected an e-mail address without a name, such as gateway@example.com.";
  if (typeof from !== "string" || !mailAddress.test(from)) yield ["from", message];
  const isList = isJsonArray(to) && to.every((each) => isText(each) && mailAddress.test(each));
  if (!isList) yield ["to", `${message} One or more of them, as a list.`];
  if (own(receiver, "headers") !== undefined) yield ["headers", "An e-mail takes no headers."];
  const has = (key: string): boolean => own(receiver, key) !== undefined;
  if (has("username") !== has("password")) {
    yield [has("username") ? "username" : "password", "Name both `username` and `password`."];
  }
}

function* mailKeys(receiver: JsonObject): Generator<Named> {
  for (const key of ["from", "to", "username", "password", "ca_file"]) {
    if (own(receiver, key) !== undefined)
      yield [key, "Only a receiver of kind email takes this key."];
  }
}

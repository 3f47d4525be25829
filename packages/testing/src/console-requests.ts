import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";

/** A request as a browser, or something else, sends it. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Empty for an answer that is no object. */
  readonly body: JsonObject;
}

/** Both halves of a session, as the browser has them. */
export interface Halves {
  readonly cookie: string;
  readonly half: string;
}

/** Sends exactly these headers: `fetch` would add and refuse some. */
export function sendTo(url: URL, sent: Sent): Promise<Answered> {
  return new Promise((resolve, reject) => {
    begin(url, sent, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => void (text += chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text, body: objectIn(text) });
      });
    }).on("error", reject);
  });
}

/** Opens an answer that does not end, such as a stream of events. */
export function openStream(url: URL, sent: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    begin(url, sent, resolve).on("error", reject);
  });
}

function begin(
  url: URL,
  { method = "GET", path, headers: given = {}, body }: Sent,
  answered: (response: IncomingMessage) => void,
): ReturnType<typeof request> {
  // Node sends a body with GET without its length.
  const length = body === undefined ? {} : { "content-length": `${Buffer.byteLength(body)}` };
  const headers: Readonly<Record<string, string>> = { ...given, ...length };
  const place = { host: url.hostname, port: url.port, path, method, headers, agent: false };
  const sent = request({ ...place, setHost: headers["host"] === undefined }, answered);
  sent.end(body);
  return sent;
}

function objectIn(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Headers that a browser sends with a request of the console's own page. */
export function fromPage(
  url: URL,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return { "sec-fetch-site": "same-origin", origin: url.origin, ...more };
}

/** Headers of a session, as the page sends them. */
export function inSession({ cookie, half }: Halves): Readonly<Record<string, string>> {
  return { cookie, "x-toolcourt-console": half };
}

export const json = { "content-type": "application/json" } as const;

/** Signs in, and returns the halves. Throws if that is refused. */
export async function signIn(
  url: URL,
  body: JsonObject,
  more: Readonly<Record<string, string>> = {},
): Promise<Halves & { readonly answer: Answered }> {
  const headers = fromPage(url, { ...json, ...more });
  const path = "/console/session";
  const answer = await sendTo(url, { method: "POST", path, headers, body: JSON.stringify(body) });
  const { half } = answer.body;
  const [cookie = ""] = (answer.headers["set-cookie"]?.[0] ?? "").split(";");
  if (answer.status !== 200 || typeof half !== "string") throw new Error(answer.text);
  return { cookie, half, answer };
}

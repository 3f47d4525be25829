import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import type { Principal } from "../../pipeline/call.ts";
import { excessIn } from "../../protocol/message-size.ts";
import { parseStrict } from "../../protocol/parse-strict.ts";
import type { AuthenticatedRequest } from "../callers.ts";
import type { OpenAdmin } from "../entrance.ts";
import { readBody } from "../read-request.ts";
import { answerTo, type DecideDeps } from "./decide.ts";
import { type Asked, readEvaluation, readEvaluations } from "./read-evaluation.ts";

export interface AuthzenDeps extends DecideDeps {
  /** The address of the gateway, as clients know it. */
  readonly resource: URL;
  /** Asks the current policy for a permission. */
  readonly permits: (
    principal: Principal,
    permission: string,
  ) => "permitted" | "missing" | "unusable";
}

/** Paths of AuthZEN. */
const metadataPath = "/.well-known/authzen-configuration";
const readers: ReadonlyMap<string, (body: JsonObject) => Asked | string> = new Map([
  ["/access/v1/evaluation", readEvaluation],
  ["/access/v1/evaluations", readEvaluations],
]);

/** The permission to ask what the policy decides about others. */
const evaluatePermission = "policy:evaluate";

/** Errors are texts here, as the specification has them. A decision is none, whichever it is. */
interface Failure {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const maxBodyBytes = 1024 * 1024;

/**
 * Answers what the policy decides, for programs that enforce it themselves: the evaluation API of
 * AuthZEN 1.0. Its senders are authenticated and need a permission.
 */
export function createAuthzen(deps: AuthzenDeps): OpenAdmin {
  return (callers, shutdown) => async (request, response) => {
    const run = shutdown.begin();
    response.once("close", () => shutdown.end(run));
    if (request.url === metadataPath) {
      sendMetadata(request, response, deps.resource);
      return;
    }
    const refused = shutdown.isClosing() ? stopping : await strangerIn(request, callers);
    if (refused !== undefined) {
      sendText(request, response, refused);
      return;
    }
    try {
      const answer = await answered(deps, request, callers.principalOf(request.auth));
      if ("status" in answer) sendText(request, response, answer);
      else send(request, response, { status: 200, body: JSON.stringify(answer.body) });
    } catch {
      sendText(request, response, { status: 500, text: "The gateway failed." });
    }
  };
}

const stopping: Failure = { status: 503, text: "The gateway is stopping." };

async function strangerIn(
  request: AuthenticatedRequest,
  { identify }: Parameters<OpenAdmin>[0],
): Promise<Failure | undefined> {
  const refused = await identify(request);
  return refused && { status: refused.status, text: refused.message, headers: refused.headers };
}

async function answered(
  deps: AuthzenDeps,
  request: IncomingMessage,
  by: Principal,
): Promise<Failure | { readonly body: JsonObject }> {
  const read = readers.get(request.url ?? "");
  if (read === undefined) return { status: 404, text: "There is nothing at this address." };
  if (request.method !== "POST") {
    return { status: 405, text: "Send POST.", headers: { allow: "POST" } };
  }
  const permit = deps.permits(by, evaluatePermission);
  if (permit === "unusable") return { status: 503, text: "The policy cannot be read." };
  if (permit === "missing") return { status: 403, text: `This needs ${evaluatePermission}.` };
  const body = await bodyOf(request);
  if ("status" in body) return body;
  const asked = read(body.value);
  if (typeof asked === "string") return { status: 400, text: asked };
  return { body: await answerTo(deps, asked, by) };
}

type Body = Failure | { readonly value: JsonObject };

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const { "content-type": type = "", "content-encoding": encoding } = request.headers;
  if (encoding !== undefined || !/^application\/json\s*(?:;|$)/i.test(type)) {
    return { status: 415, text: "Send application/json." };
  }
  const body = await readBody(request, maxBodyBytes);
  if (body.kind === "too-large") return { status: 413, text: "Send at most 1 MB." };
  return body.kind === "text" ? objectIn(body.text) : notJson;
}

const notJson: Failure = {
  status: 400,
  text: "Send one JSON object without duplicate keys.",
};

function objectIn(text: string): Body {
  if (excessIn(text) !== undefined) return notJson;
  const reading = parseStrict(text);
  return reading.kind === "value" && isJsonObject(reading.value)
    ? { value: reading.value }
    : notJson;
}

/** The identifier of the decision point is the origin, because the metadata lies at its root. */
function sendMetadata(request: IncomingMessage, response: ServerResponse, { origin }: URL): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    sendText(request, response, { status: 405, text: "This can only be read." });
    return;
  }
  const body = {
    policy_decision_point: origin,
    access_evaluation_endpoint: `${origin}/access/v1/evaluation`,
    access_evaluations_endpoint: `${origin}/access/v1/evaluations`,
  };
  send(request, response, { status: 200, body: JSON.stringify(body) });
}

function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  { status, text, headers }: Failure,
): void {
  // The rest of a body that is not read is not worth waiting for.
  const parting = status === 413 || status === 415 ? { connection: "close" } : undefined;
  send(request, response, {
    status,
    body: JSON.stringify(text),
    headers: { ...headers, ...parting },
  });
}

interface Sending {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const plainId = /^[\w.:-]{1,128}$/;

/** Repeats the id of the request, if it is one. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: Sending,
): void {
  const id = request.headers["x-request-id"];
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...(typeof id === "string" && plainId.test(id) && { "x-request-id": id }),
    ...headers,
  });
  response.end(body);
}

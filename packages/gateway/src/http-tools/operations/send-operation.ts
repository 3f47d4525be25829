import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { defined } from "@toolcourt/contracts/internal/kernel/defined";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { JsonObject } from "@toolcourt/sdk";
import type { Connections } from "../../boundary/connections/connections.ts";
import type { Egress, EgressAnswer, EgressRequest } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { toRefusal } from "../../boundary/egress/to-refusal.ts";
import type { Outgoing } from "../../upstreams/upstream.ts";
import type { HttpOperation, Method, Paging } from "../drafts/draft.ts";
import { buildRequest, namesPage } from "./build-request.ts";
import type { HttpTool } from "./http-tool.ts";
import { PageQuota } from "./page-quota.ts";
import { pollToEnd } from "./poll-to-end.ts";
import { createColumnCheck } from "./project.ts";
import { readAnswer } from "./read-answer.ts";
import { type Further, type Page, type Pages, readPage, readPages } from "./read-pages.ts";
import { toResult } from "./to-result.ts";
import { Unsendable } from "./unsendable.ts";

export interface SendingDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly egress: Pick<Egress, "request" | "nextPage">;
  readonly connections: Pick<Connections, "credential" | "refused">;
}

/** A call to be sent to its target. */
export interface Sending {
  readonly http: HttpTool;
  /** The name of the set. */
  readonly server: string;
  readonly arguments: JsonObject;
  readonly outgoing: Outgoing;
  readonly base?: URL;
  /** Deadline in monotonic ms. Default: none, and nothing waits for a quota. */
  readonly endsAt?: number;
}

/** Sends a call and returns a protocol result. Every failure is a `Refusal`. */
export type SendOperation = (sending: Sending, signal: AbortSignal) => Promise<JsonObject>;

export function createSendOperation(dependencies: SendingDeps): SendOperation {
  const { clock, newId } = dependencies;

  return async (sending, signal) => {
    const { operation } = sending.http;
    const startedAt = clock.now();
    // One key per call, across all its retries.
    const key = operation.idempotency === undefined ? undefined : newId();
    try {
      let bytes = 0;
      const { endsAt } = sending;
      const quota = new PageQuota({ clock, headers: operation.answers?.quota, endsAt, signal });
      const read = await readAll(sending, quota, async (further) => {
        const once = { ...sending, ...(key !== undefined && { key }) };
        const page = await fetchPage(dependencies, once, { further, signal, quota });
        bytes += page.bytes;
        await breather(page.bytes);
        return page;
      });
      const discovering = { discoveryId: newId(), startedAt, finishedAt: clock.now() };
      const result = readable(sending.outgoing, () => toResult(operation, read, discovering));
      await breather(bytes);
      return result;
    } catch (error) {
      throw shownError(error, sending);
    }
  };
}

const largeBytes = 128 * 1024;

/** Yields to the event loop around expensive work on large answers. */
async function breather(bytes: number): Promise<void> {
  if (bytes > largeBytes) await yieldToLoop();
}

async function readAll(
  { http, outgoing, arguments: given }: Sending,
  quota: PageQuota,
  read: (further?: Further) => Promise<Page>,
): Promise<Pages> {
  const { operation } = http;
  const { response } = operation;
  const paging = operation.paging && pagesFor(outgoing, operation.paging);
  if (paging === undefined) return readPage(read, operation);
  const checkColumns = createColumnCheck(response?.fields);
  const readChecked = async (further?: Further): Promise<Page> => {
    const page = await read(further);
    checkColumns(page.body);
    return page;
  };
  const pages = await readPages(readChecked, paging, () => quota.allowsNext());
  const begun = namesPage(http, given) ? { isComplete: false, ending: begunInside } : {};
  return { ...pages, ...begun, ...defined({ ending: quota.ending }) };
}

const begunInside = "The call named a page itself: those before it were not read.";

/** A request that may change something is not sent page after page. */
function pagesFor({ effect }: Outgoing, paging: Paging): Paging {
  return effect === "read" ? paging : { ...paging, maxPages: 1 };
}

interface Step {
  readonly further: Further | undefined;
  readonly signal: AbortSignal;
  readonly quota: PageQuota;
}

async function fetchPage(
  dependencies: SendingDeps,
  sending: Sending & { readonly key?: string },
  { further, signal, quota }: Step,
): Promise<Page> {
  const { operation } = sending.http;
  const { ids, effect, circuit, maxRetries } = sending.outgoing;
  const request = {
    ...requestOf(dependencies, sending, further),
    signal,
    // From the contract, which knows about a GET that writes and a POST that does not.
    changes: effect !== "read",
    ...defined({ ids, maxRetries, circuit, answers: operation.answers }),
  };
  const first = await withCredential(dependencies, sending.outgoing, request);
  const answer = await settled(dependencies, sending, { first, request });
  quota.reported(answer.headers);
  const { link } = answer.headers;
  return {
    ...readable(sending.outgoing, () => readAnswer(answer, operation)),
    url: answer.url,
    bytes: answer.body.byteLength,
    ...(link !== undefined && { linkHeader: link }),
  };
}

const pollMethod = "GET";

/** Returns the methods that a call may send. Further pages repeat that of the first request. */
export function methodsOf({ method, polling }: HttpOperation): readonly Method[] {
  return polling === undefined ? [method] : [method, pollMethod];
}

interface Accepted {
  readonly first: EgressAnswer;
  readonly request: Request;
}

/** Headers of the first request alone: of its body, and its preconditions (RFC 9110, 13.1). */
const ofFirst: ReadonlySet<string> = new Set([
  "content-type",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
]);

/** Follows an accepted operation to its end. Polls go the way of the first request, and only read. */
async function settled(
  dependencies: SendingDeps,
  { http, outgoing }: Sending,
  { first, request }: Accepted,
): Promise<EgressAnswer> {
  const { polling, answers } = http.operation;
  if (polling === undefined) return first;
  const { clock, egress } = dependencies;
  const { body: _body, idempotency: _key, headers = {}, ...way } = request;
  const asked = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofFirst.has(name)));
  const read = (from: string, link: string): Promise<EgressAnswer> => {
    const url = egress.nextPage(from, link);
    const poll = { ...way, method: pollMethod, url, headers: asked, changes: false };
    return withCredential(dependencies, outgoing, poll);
  };
  try {
    return await pollToEnd(first, polling, { clock, read, signal: request.signal, answers });
  } catch (error) {
    throw doubted(outgoing, error);
  }
}

/** A write with an unreadable answer may have taken effect. */
function readable<T>(outgoing: Outgoing, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw doubted(outgoing, error);
  }
}

/** Marks the failure of a write that the target had accepted. */
function doubted({ effect }: Outgoing, error: unknown): unknown {
  if (effect === "read" || !(error instanceof EgressFailure)) return error;
  return new EgressFailure(error.kind, { ...error.details, mayHaveTakenEffect: true });
}

function requestOf(
  { egress }: SendingDeps,
  { http, arguments: given, base, key }: Sending & { readonly key?: string },
  further: Further | undefined,
): EgressRequest {
  const page = further !== undefined && further.kind !== "link" && { page: further };
  const built = buildRequest(http, { arguments: given, ...(base && { base }), ...page });
  const { idempotency: header } = http.operation;
  return {
    ...built,
    // Pages come from the origin of the first request: a link leads nowhere else.
    ...(further?.kind === "link" && { url: egress.nextPage(further.from, further.link) }),
    ...(header !== undefined && key !== undefined && { idempotency: { header, key } }),
  };
}

type Request = EgressRequest & { readonly signal: AbortSignal };

/**
 * Gets the credential right before sending. If the target refuses it, the connection is told, so
 * the next call gets another one. This call is not retried (S2-20).
 */
export async function withCredential(
  { egress, connections }: Pick<SendingDeps, "egress" | "connections">,
  { connection }: Outgoing,
  request: Request,
): Promise<EgressAnswer> {
  if (connection === undefined) return egress.request(request);
  const credential = await connections.credential(connection, request.signal);
  try {
    return await egress.request({ ...request, credential });
  } catch (error) {
    if (isUnauthenticated(error)) await connections.refused(connection, credential);
    throw error;
  }
}

function isUnauthenticated(error: unknown): error is EgressFailure {
  if (!(error instanceof EgressFailure)) return false;
  return error.kind === "unauthenticated" || error.kind === "token-expired";
}

/** Maps egress failures only. A cancellation or a refusal of the connection stays as it is. */
function shownError(error: unknown, { outgoing, server }: Sending): unknown {
  const { tool, tier, scope, effect, connection, ids } = outgoing;
  if (error instanceof Unsendable) {
    const issues = [`/${error.parameter}: expected ${error.expected}`];
    return new Refusal("input-invalid", { tool, issues });
  }
  if (!(error instanceof EgressFailure)) return error;
  const named = connection && (ids?.connectionId ?? connection.id);
  return toRefusal(error, { tool, server, ...defined({ tier, scope, effect, connection: named }) });
}

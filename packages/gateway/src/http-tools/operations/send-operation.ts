import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { yieldToLoop } from "@toolcourt/contracts/internal/kernel/yield-to-loop";
import type { JsonObject } from "@toolcourt/sdk";
import type { Connections } from "../../boundary/connections/connections.ts";
import type { Egress, EgressAnswer, EgressRequest } from "../../boundary/egress/egress.ts";
import { EgressFailure } from "../../boundary/egress/egress-failure.ts";
import { toRefusal } from "../../boundary/egress/to-refusal.ts";
import type { Outgoing } from "../../upstreams/upstream.ts";
import type { HttpOperation } from "../drafts/draft.ts";
import { buildRequest } from "./build-request.ts";
import type { HttpTool } from "./http-tool.ts";
import { readAnswer } from "./read-answer.ts";
import { type Further, type Page, type Pages, readPages } from "./read-pages.ts";
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
      const read = await readAll(operation, async (further) => {
        const once = { ...sending, ...(key !== undefined && { key }) };
        const page = await readPage(dependencies, once, { further, signal });
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
  { paging }: HttpOperation,
  read: (further?: Further) => Promise<Page>,
): Promise<Pages> {
  if (paging !== undefined) return readPages(read, paging);
  const { body, isPartial } = await read();
  return { pages: 1, isComplete: true, isPartial, ...(body !== undefined && { body }) };
}

interface Step {
  readonly further: Further | undefined;
  readonly signal: AbortSignal;
}

async function readPage(
  dependencies: SendingDeps,
  sending: Sending & { readonly key?: string },
  { further, signal }: Step,
): Promise<Page> {
  const { operation } = sending.http;
  const { ids, effect, circuit, maxRetries } = sending.outgoing;
  const request = {
    ...requestOf(dependencies, sending, further),
    signal,
    // From the contract, which knows about a GET that writes and a POST that does not.
    changes: effect !== "read",
    ...(ids !== undefined && { ids }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(circuit !== undefined && { circuit }),
  };
  const answer = await withCredential(dependencies, sending.outgoing, request);
  const { link } = answer.headers;
  return {
    ...readable(sending.outgoing, () => readAnswer(answer, operation)),
    url: answer.url,
    bytes: answer.body.byteLength,
    ...(link !== undefined && { linkHeader: link }),
  };
}

/** A write with an unreadable answer may have taken effect. */
function readable<T>({ effect }: Outgoing, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (effect === "read" || !(error instanceof EgressFailure)) throw error;
    throw new EgressFailure(error.kind, { ...error.details, mayHaveTakenEffect: true });
  }
}

function requestOf(
  { egress }: SendingDeps,
  { http, arguments: given, base, key }: Sending & { readonly key?: string },
  further: Further | undefined,
): EgressRequest {
  const page = further?.kind === "parameter" ? { page: further } : {};
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
  const { tool, tier, scope } = outgoing;
  if (error instanceof Unsendable) {
    const issues = [`/${error.parameter}: expected ${error.expected}`];
    return new Refusal("input-invalid", { tool, issues });
  }
  if (!(error instanceof EgressFailure)) return error;
  return toRefusal(error, { tool, server, ...(tier && { tier }), ...(scope && { scope }) });
}

import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { EgressAnswer } from "../../../boundary/egress/egress.ts";
import { retryAfterMs } from "../../../boundary/egress/retry-after.ts";
import { type Layout, readLayout } from "./layout.ts";
import { bodyOf, type ScanSource, type SendToSource, sourceFailed } from "./source.ts";

export const maxPdfMb = 20;
const maxPages = 200;
const maxPolls = 60;
const maxWaitMs = 120_000;
const usualWaitMs = 1_000;
const apiVersion = "2024-11-30";

/** Explains why bytes are no PDF that is analyzed. Undefined if they are one. */
export function whyNotPdf(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxPdfMb * 1024 * 1024) {
    return `Expected a PDF of at most ${maxPdfMb} MB, found more.`;
  }
  const begin = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
  return /%PDF-\d\.\d/.test(begin) ? undefined : "Expected a PDF, found a file that is none.";
}

export function digestOfBytes(bytes: Uint8Array): string {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

export interface AnalyzeDeps extends Pick<Runtime, "clock" | "signal"> {
  readonly send: SendToSource;
}

/**
 * Has a PDF read by the service. Sends the bytes, never an address: the service would fetch an
 * address of the document's choosing.
 */
export async function analyzePdf(
  source: ScanSource,
  bytes: Uint8Array,
  deps: AnalyzeDeps,
): Promise<Layout> {
  const { endpoint } = source;
  const query = `api-version=${apiVersion}&outputContentFormat=markdown&stringIndexType=utf16CodeUnit`;
  const url = `${endpoint}/documentintelligence/documentModels/prebuilt-layout:analyze?${query}`;
  const body = JSON.stringify({ base64Source: Buffer.from(bytes).toString("base64") });
  const started = await deps.send({ method: "POST", url, body });
  const result = await poll(source, operationOf(started, source), deps);
  const layout = readLayout(result, source);
  if (layout.pages <= maxPages) return layout;
  throw sourceFailed(source, { expected: `at most ${maxPages} pages`, found: "more" });
}

/** Returns the address to poll. Another origin would receive the credential. */
function operationOf({ headers }: EgressAnswer, source: ScanSource): string {
  const url = URL.parse(headers["operation-location"] ?? "");
  if (url !== null && url.origin === source.endpoint) return url.href;
  const expected = "an Operation-Location of its own origin";
  throw sourceFailed(source, { expected, found: url === null ? "none" : "another origin" });
}

async function poll(source: ScanSource, url: string, deps: AnalyzeDeps): Promise<JsonObject> {
  const { clock, signal, send } = deps;
  const endsAt = clock.monotonic() + maxWaitMs;
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const deadlineMs = Math.max(1, endsAt - clock.monotonic());
    const answer = await send({ method: "GET", url, deadlineMs });
    const finished = finishedIn(answer, source);
    if (finished !== undefined) return finished;
    const waitMs = retryAfterMs(answer.headers, clock.now()) ?? usualWaitMs;
    if (clock.monotonic() + waitMs > endsAt) break;
    await clock.sleep(waitMs, signal);
  }
  const expected = `a finished analysis within ${maxWaitMs / 1_000} s and ${maxPolls} polls`;
  throw sourceFailed(source, { expected, found: "one that still runs" });
}

/** Returns the finished analysis. Undefined while it runs. */
function finishedIn(answer: EgressAnswer, source: ScanSource): JsonObject | undefined {
  const operation = bodyOf(answer, source);
  const status = isJsonObject(operation) ? own(operation, "status") : undefined;
  if (isJsonObject(operation) && status === "succeeded") return operation;
  if (status === "running" || status === "notStarted") return undefined;
  throw sourceFailed(source, { expected: "a finished analysis", found: "a failed one" });
}

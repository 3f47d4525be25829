import type { IncomingMessage } from "node:http";
import { type JsonObject, own } from "@toolcourt/sdk";
import { openTarget, type Target } from "../target.ts";
import { readBody, refusedBy, type ServiceAnswer, sendAnswer } from "./read-body.ts";

/** Azure AI Document Intelligence on this machine. */
export interface ScanService extends Target {
  readonly endpoint: string;
  /** The bodies of all requests for an analysis. */
  readonly asked: readonly JsonObject[];
}

export interface ScanServiceOptions {
  readonly key: string;
  /** Returns the analysis of a file. */
  readonly analyze: (file: Uint8Array) => JsonObject;
  /** How often a poll finds a running analysis. Default: once. */
  readonly running?: number;
  /** Origin of the address to poll. Default: its own. */
  readonly pollAt?: string;
}

const model = "/documentintelligence/documentModels/prebuilt-layout";

/** Serves the model for layouts: a request, polls, a result. Takes bytes, never addresses. */
export async function openScanService(options: ScanServiceOptions): Promise<ScanService> {
  const scans = new Scans(options);
  const target = await openTarget((request, response) => {
    readBody(request, (body) => sendAnswer(response, scans.answer(request, body)));
  });
  const { asked } = scans;
  return { ...target, endpoint: `http://127.0.0.1:${target.port}`, asked };
}

const moment = "2026-11-01T00:00:00Z";
const dates = { createdDateTime: moment, lastUpdatedDateTime: moment };
const atOnce = { "retry-after": "0" };

class Scans {
  readonly asked: JsonObject[] = [];
  readonly #options: ScanServiceOptions;
  readonly #results: JsonObject[] = [];
  #polls = 0;

  constructor(options: ScanServiceOptions) {
    this.#options = options;
  }

  answer({ headers, method, url = "/" }: IncomingMessage, body: JsonObject = {}): ServiceAnswer {
    const { pathname, searchParams } = new URL(url, "http://scans");
    if (headers["ocp-apim-subscription-key"] !== this.#options.key) return refusedBy(401, "401");
    if (searchParams.get("api-version") !== "2024-11-30") return refusedBy(400, "Version");
    if (method === "GET") return this.#poll(pathname.slice(`${model}/analyzeResults/`.length));
    const isAsked =
      pathname === `${model}:analyze` && searchParams.get("outputContentFormat") === "markdown";
    return isAsked ? this.#begin(headers.host, body) : refusedBy(404, "NotFound");
  }

  #begin(host: string | undefined, body: JsonObject): ServiceAnswer {
    const file = own(body, "base64Source");
    if (typeof file !== "string") return refusedBy(400, "InvalidArgument");
    const { analyze, pollAt = `http://${host}` } = this.#options;
    this.asked.push(body);
    const id = this.#results.push(analyze(Buffer.from(file, "base64"))) - 1;
    const at = `${pollAt}${model}/analyzeResults/${id}?api-version=2024-11-30`;
    return { status: 202, headers: { ...atOnce, "operation-location": at } };
  }

  #poll(id: string): ServiceAnswer {
    const analyzeResult = this.#results[Number(id)];
    if (analyzeResult === undefined) return refusedBy(404, "NotFound");
    this.#polls += 1;
    const isDone = this.#polls > (this.#options.running ?? 1);
    const result = isDone ? { status: "succeeded", analyzeResult } : { status: "running" };
    return { status: 200, headers: atOnce, body: { ...dates, ...result } };
  }
}

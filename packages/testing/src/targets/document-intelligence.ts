import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { openTarget, type Target } from "../target.ts";

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
  const { key, analyze, running = 1, pollAt } = options;
  const asked: JsonObject[] = [];
  const results: JsonObject[] = [];
  let polls = 0;
  const target = await openTarget(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const send = (
      status: number,
      body?: JsonObject,
      headers: Record<string, string> = {},
    ): void => {
      response.writeHead(status, {
        "content-type": "application/json",
        "retry-after": "0",
        ...headers,
      });
      response.end(body && JSON.stringify(body));
    };
    const url = new URL(request.url ?? "/", "http://scans");
    if (request.headers["ocp-apim-subscription-key"] !== key) return send(401, refusal("401"));
    if (url.searchParams.get("api-version") !== "2024-11-30") return send(400, refusal("Version"));
    if (request.method === "POST" && url.pathname === `${model}:analyze`) {
      const body = parseJson(Buffer.concat(chunks).toString());
      const source = isJsonObject(body) ? own(body, "base64Source") : undefined;
      const isAsked = url.searchParams.get("outputContentFormat") === "markdown";
      if (!isJsonObject(body) || typeof source !== "string" || !isAsked) {
        return send(400, refusal("InvalidArgument"));
      }
      asked.push(body);
      results.push(analyze(Buffer.from(source, "base64")));
      const origin = pollAt ?? `http://${request.headers.host ?? ""}`;
      const at = `${origin}${model}/analyzeResults/${results.length - 1}?api-version=2024-11-30`;
      return send(202, undefined, { "operation-location": at });
    }
    const id = url.pathname.slice(`${model}/analyzeResults/`.length);
    const analyzeResult = results[Number(id)];
    if (analyzeResult === undefined) return send(404, refusal("NotFound"));
    polls += 1;
    const dates = { createdDateTime: moment, lastUpdatedDateTime: moment };
    if (polls <= running) return send(200, { status: "running", ...dates });
    send(200, { status: "succeeded", ...dates, analyzeResult });
  });
  return { ...target, endpoint: `http://127.0.0.1:${target.port}`, asked };
}

const moment = "2026-11-01T00:00:00Z";

function refusal(code: string): JsonObject {
  return { error: { code, message: "The fixture refuses this." } };
}

import { createServer } from "node:http";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";

/** A span as an OTLP receiver sees it. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: "server" | "client" | "other";
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  /** Name of the sending service. */
  readonly service: string;
}

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: URL;
  readonly spans: readonly ReceivedSpan[];
  /** All received bodies, unparsed. */
  readonly bodies: readonly string[];
  readonly headers: readonly Readonly<Record<string, unknown>>[];
  /** Answers the next requests with these statuses, then normally. */
  readonly failWith: (...statuses: readonly number[]) => void;
}

/** Accepts traces as OTLP over HTTP in JSON, and refuses anything else. */
export async function openOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: Readonly<Record<string, unknown>>[] = [];
  const failures: number[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const failure = failures.shift();
      const isOtlp =
        request.method === "POST" &&
        request.url === "/v1/traces" &&
        request.headers["content-type"] === "application/json";
      if (failure !== undefined || !isOtlp) {
        response.writeHead(failure ?? 400).end();
        return;
      }
      headers.push(request.headers);
      bodies.push(text);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON is this by definition
      spans.push(...spansIn(JSON.parse(text) as JsonValue));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/v1/traces`),
    spans,
    bodies,
    headers,
    failWith: (...statuses) => void failures.push(...statuses),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function* spansIn(body: JsonValue): Generator<ReceivedSpan> {
  for (const resource of members(body, "resourceSpans")) {
    const service = attributesOf(own(resource, "resource"))["service.name"] ?? "";
    for (const scope of members(resource, "scopeSpans")) {
      for (const span of members(scope, "spans")) yield readSpan(span, service);
    }
  }
}

const kinds: Readonly<Record<number, ReceivedSpan["kind"]>> = { 2: "server", 3: "client" };

function readSpan(span: JsonObject, service: string): ReceivedSpan {
  const traceId = textOf(span, "traceId");
  const spanId = textOf(span, "spanId");
  if (!/^[\da-f]{32}$/.test(traceId) || !/^[\da-f]{16}$/.test(spanId)) throw new Error("No ids.");
  const status = own(span, "status");
  return {
    name: textOf(span, "name"),
    kind: kinds[Number(own(span, "kind"))] ?? "other",
    traceId,
    spanId,
    parentSpanId: textOf(span, "parentSpanId") || undefined,
    isError: isJsonObject(status) && own(status, "code") === 2,
    attributes: attributesOf(span),
    service,
  };
}

function attributesOf(owner: JsonValue | undefined): Readonly<Record<string, string>> {
  const pairs = members(owner ?? null, "attributes").map((attribute) => {
    const value = own(attribute, "value");
    const [shown] = isJsonObject(value) ? Object.values(value) : [];
    const text = typeof shown === "string" ? shown : JSON.stringify(shown ?? null);
    return [textOf(attribute, "key"), text] as const;
  });
  return Object.fromEntries(pairs);
}

function members(owner: JsonValue, key: string): readonly JsonObject[] {
  const list = isJsonObject(owner) ? own(owner, key) : undefined;
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

function textOf(owner: JsonObject, key: string): string {
  const text = own(owner, key);
  return typeof text === "string" ? text : "";
}

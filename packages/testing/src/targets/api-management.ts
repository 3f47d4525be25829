import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { Certificate } from "../certificate.ts";
import { openTarget, type Target } from "../target.ts";

export interface ApiManagementOptions {
  readonly certificate: Certificate;
  /** The key that callers must send. */
  readonly key: string;
  /** Backend by path prefix: the Host it requests, and its port on this machine. */
  readonly backends: Readonly<Record<string, { readonly host: string; readonly port: number }>>;
  /** Header of the key. Default: `ocp-apim-subscription-key`. */
  readonly keyHeader?: string;
  /** The token that callers must send too, in this header. Default: none. */
  readonly token?: { readonly header: string; readonly value: string };
}

/** A TLS reverse proxy that stands for API Management. */
export interface ApiManagement extends Target {
  /** Forwarded requests, as `GET /things?a=b`. */
  readonly passed: readonly string[];
  /** Number of requests without the right key. */
  readonly refused: () => number;
}

/**
 * Forwards requests with its key, without passing on the key. Refuses all others as the original
 * does.
 */
export async function openApiManagement(options: ApiManagementOptions): Promise<ApiManagement> {
  const { key, backends, keyHeader = "ocp-apim-subscription-key" } = options;
  const passed: string[] = [];
  let refused = 0;
  const target = await openTarget((request, response) => {
    const { [keyHeader]: given, ...headers } = request.headers;
    if (given !== key) {
      refused += 1;
      const challenge = `AzureApiManagementKey realm="https://apim.test",name="${keyHeader}",type="header"`;
      response.setHeader("www-authenticate", challenge);
      return refuse(response, 401, "Access denied due to invalid subscription key.");
    }
    const { token } = options;
    if (token !== undefined && request.headers[token.header.toLowerCase()] !== token.value) {
      refused += 1;
      return refuse(response, 401, "Unauthorized. Access token is missing or invalid.");
    }
    const { url = "/" } = request;
    const found = Object.entries(backends).find(([path]) => url.startsWith(`${path}/`));
    if (found === undefined) return refuse(response, 404, "Resource not found");
    const [prefix, { host, port }] = found;
    const path = url.slice(prefix.length);
    passed.push(`${request.method} ${path}`);
    return pass({ request, response, to: { path, port, headers: { ...headers, host } } });
  }, options.certificate);
  return { ...target, passed, refused: () => refused };
}

interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly to: {
    readonly path: string;
    readonly port: number;
    readonly headers: IncomingMessage["headers"];
  };
}

function pass({ request, response, to }: Passing): void {
  const onwards = send(
    { ...to, host: "127.0.0.1", ...(request.method !== undefined && { method: request.method }) },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response).on("close", () => answer.destroy());
      answer.on("error", () => response.destroy());
    },
  );
  onwards.on("error", () => {
    if (response.headersSent) response.destroy();
    else refuse(response, 502, "Bad gateway");
  });
  response.on("close", () => onwards.destroy());
  request.pipe(onwards);
}

function refuse(response: ServerResponse, statusCode: number, message: string): void {
  response.writeHead(statusCode, { "content-type": "application/json" });
  response.end(JSON.stringify({ statusCode, message }));
}

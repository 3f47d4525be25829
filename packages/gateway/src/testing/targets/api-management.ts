import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { Certificate } from "../certificate.ts";
import { openTarget, type Target } from "../target.ts";

export interface ApiManagementOptions {
  readonly certificate: Certificate;
  /** Who may pass. */
  readonly key: string;
  /** Below which path it serves whom: the host it asks for there, and the port on this machine. */
  readonly backends: Readonly<Record<string, { readonly host: string; readonly port: number }>>;
  /** Where the key stands. Default: `ocp-apim-subscription-key`. */
  readonly keyHeader?: string;
}

/** A reverse proxy with TLS that stands for API Management. */
export interface ApiManagement extends Target {
  /** What it passed on, as `GET /things?a=b`. */
  readonly passed: readonly string[];
  /** How often somebody came without the key. */
  readonly refused: () => number;
}

/** Passes on what comes with its key, without the key, and refuses everything else as the original does. */
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

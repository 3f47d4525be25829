import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { clouds } from "../../clouds/clouds.ts";
import type { CloudAnswer, CloudRequest } from "./answer.ts";
import type { Cloud } from "./cloud.ts";

/** A cloud behind a socket of this machine. */
export interface OpenCloud extends AsyncDisposable {
  readonly port: number;
}

/** Serves a cloud on this machine. Its links name the public address. */
export async function openCloud(cloud: Cloud): Promise<OpenCloud> {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => send(response, cloud.answer(requestOf(request, body))));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function requestOf(request: IncomingMessage, body: string): CloudRequest {
  const { method = "", url = "/", headers } = request;
  const read = body === "" ? undefined : parseJson(body);
  return {
    method,
    url: new URL(url, clouds.public),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    ...(isJsonObject(read) && { body: read }),
  };
}

function send(response: ServerResponse, { status, headers, body, text }: CloudAnswer): void {
  const written = text ?? (body && JSON.stringify(body));
  if (written === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(written);
}

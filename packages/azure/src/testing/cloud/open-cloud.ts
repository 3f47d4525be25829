import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { openTarget, type Target } from "@toolcourt/testing/target";
import { clouds } from "../../clouds/clouds.ts";
import type { CloudRequest } from "./answer.ts";
import type { Cloud } from "./cloud.ts";

/** Serves a cloud on this machine. Its links name the public address. */
export function openCloud(cloud: Cloud): Promise<Target> {
  return openTarget((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => send(response, cloud.answer(requestOf(request, body))));
  });
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

function send(response: ServerResponse, { status, headers, body }: ReturnType<Cloud["answer"]>) {
  if (body === undefined) return response.writeHead(status, headers).end();
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  return response.end(JSON.stringify(body));
}

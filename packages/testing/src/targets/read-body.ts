import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";

/** Reads the whole body, and then calls `done` with its object. Undefined if there is none. */
export function readBody(
  request: IncomingMessage,
  done: (body: JsonObject | undefined) => void,
): void {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    text += chunk;
  });
  request.on("end", () => {
    const value = text === "" ? null : parseJson(text);
    done(isJsonObject(value) ? value : undefined);
  });
}

/** What a service answers. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendAnswer(response: ServerResponse, answer: ServiceAnswer): void {
  const { status, body, headers = {} } = answer;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body && JSON.stringify(body));
}

/** Refuses as Azure's services do. */
export function refusedBy(status: number, code: string, message = "No."): ServiceAnswer {
  return { status, body: { error: { code, message } } };
}

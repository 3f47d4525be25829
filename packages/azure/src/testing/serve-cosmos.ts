import type { IncomingMessage, ServerResponse } from "node:http";
import type { CosmosFixture } from "./cosmos.ts";

/** Answers requests of a server by the fixture. */
export function serveCosmos({
  answer,
}: Pick<CosmosFixture, "answer">): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method = "", url: path = "" } = request;
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const { status, headers: answered, body: text } = answer({ method, path, headers, body });
      response.writeHead(status, answered).end(text);
    });
  };
}

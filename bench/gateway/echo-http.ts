import { createServer } from "node:http";
import { createResponseMatcher, toolsOf } from "./echo-answers.ts";

// Arguments: port, number of tools, and `sse` to answer with an event stream as SDK servers do.
const [port = "0", tools = "2", kind = "json"] = process.argv.slice(2);
const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  connection: "keep-alive",
};
const answer = createResponseMatcher(toolsOf(Number(tools)));

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    const text = answer(Buffer.concat(chunks).toString());
    if (text === undefined) response.writeHead(202).end();
    else if (kind === "json")
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    else {
      response.writeHead(200, streamHeaders).write(`event: message\ndata: ${text}\n\n`);
      response.end();
    }
  });
}).listen(Number(port), "127.0.0.1");

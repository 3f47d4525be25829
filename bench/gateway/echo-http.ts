import { createServer } from "node:http";
import { createResponseMatcher, toolsOf } from "./echo-answers.ts";

// Arguments: port, number of tools.
const [port = "0", tools = "2"] = process.argv.slice(2);
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
    else response.writeHead(200, { "content-type": "application/json" }).end(text);
  });
}).listen(Number(port), "127.0.0.1");

import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createResponseMatcher, toolsOf } from "./echo-answers.ts";

// Many servers in one process, each under its own path: `/s0/mcp` and so on. The last one is slow.
// Arguments: port, number of servers, tools per server, delay of the slow one in ms.
const [port = 0, servers = 1, tools = 2, slowMs = 0] = process.argv.slice(2).map(Number);

const answers = Array.from({ length: servers }, (_, at) =>
  createResponseMatcher(toolsOf(tools + 2, `s${at}`).slice(2)),
);

createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const at = Number(/^\/s(\d+)\/mcp$/.exec(request.url ?? "")?.[1] ?? -1);
    void respond(at, Buffer.concat(chunks).toString()).then((text) =>
      response
        .writeHead(text === undefined ? 405 : 200, { "content-type": "application/json" })
        .end(text),
    );
  });
}).listen(port, "127.0.0.1");

async function respond(at: number, text: string): Promise<string | undefined> {
  const answer = answers[at];
  if (answer === undefined || text === "") return undefined;
  if (at === servers - 1 && text.includes('"tools/list"')) await sleep(slowMs);
  return answer(text);
}

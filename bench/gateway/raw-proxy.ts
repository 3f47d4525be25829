import { createServer } from "node:http";
import { Pool } from "undici";

// The upper limit: a byte proxy without any checks. Arguments: port, origin of the server.
const [port = "0", origin = ""] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 64 });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const headers = { "content-type": "application/json" };
    pool.dispatch(
      { path: "/mcp", method: "POST", headers, body: Buffer.concat(chunks) },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status) => {
          response.writeHead(status, headers);
        },
        onResponseData: (_controller, chunk) => {
          response.write(chunk);
        },
        onResponseEnd: () => {
          response.end();
        },
        onResponseError: () => {
          response.writeHead(502).end();
        },
      },
    );
  });
});
server.listen(Number(port), "127.0.0.1");

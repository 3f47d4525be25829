import { createServer } from "node:http";
import { askControl } from "../../packages/gateway/src/edge/control-socket.ts";
import {
  fromPage,
  inSession,
  openStream,
  signIn,
} from "../../packages/testing/src/console-requests.ts";

// Arguments: port, folder of the gateway's configuration, and number of streams. Answers each
// request with the number of calls that every stream has shown, or 503 once one has ended.
const [port = "0", home = ".", streams = "1"] = process.argv.slice(2);
const mark = "\nevent: calls\n";

const [running] = await askControl(home, { do: "console" });
const link = running?.answer?.["url"];
if (typeof link !== "string") throw new Error("The gateway gives no link to its console.");
const url = new URL(link);
const headers = fromPage(url, inSession(await signIn(url, { code: url.hash.slice(1) })));

const shown = Array.from({ length: Number(streams) }, () => 0);
let ended = 0;
for (const viewer of shown.keys()) {
  const stream = await openStream(url, { path: "/console/api/v1/events", headers });
  if (stream.statusCode !== 200) throw new Error(`A stream gets status ${stream.statusCode}.`);
  let rest = "";
  stream.setEncoding("latin1");
  stream.on("data", (chunk: string) => {
    const parts = (rest + chunk).split(mark);
    shown[viewer] = (shown[viewer] ?? 0) + parts.length - 1;
    rest = parts.at(-1)?.slice(1 - mark.length) ?? "";
  });
  stream.on("error", () => undefined);
  stream.on("close", () => void (ended += 1));
}

createServer((_request, response) => {
  response.writeHead(ended === 0 ? 200 : 503).end(String(Math.min(...shown)));
}).listen(Number(port), "127.0.0.1");

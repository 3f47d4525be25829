import { get, type IncomingMessage } from "node:http";
import { openConnection, postOf } from "./connection.ts";
import { type Address, initializeHeaders } from "./dialect.ts";

/**
 * The SSE stream of a client from before Streamable HTTP. Messages are posted elsewhere, answers
 * arrive here.
 */
export interface Stream extends Disposable {
  /** The path for posted messages, as announced by the server. */
  readonly path: string;
  readonly answerTo: (id: number) => Promise<string>;
  readonly ask: (id: number, message: string) => Promise<string>;
  readonly notify: (message: string) => Promise<void>;
}

export async function openStream(address: Address): Promise<Stream> {
  const { port, path: at } = address;
  const waiting = new Map<number, (data: string) => void>();
  const endpoint = Promise.withResolvers<string>();
  const response = await opened(port, at);
  readEvents(response, (event, data) => {
    if (event === "endpoint") endpoint.resolve(data);
    const id = Number(/"id":(\d+)/.exec(data)?.[1]);
    waiting.get(id)?.(data);
    waiting.delete(id);
  });

  const path = await endpoint.promise;
  const connection = openConnection(port);
  const post = postOf(path, initializeHeaders(address));
  const answerTo: Stream["answerTo"] = (id) =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
    });
  const notify: Stream["notify"] = async (message) => {
    await connection.exchange(post(message));
  };
  return {
    path,
    answerTo,
    notify,
    ask: async (id, message) => {
      const answered = answerTo(id);
      await notify(message);
      return answered;
    },
    [Symbol.dispose]: () => {
      connection[Symbol.dispose]();
      response.destroy();
    },
  };
}

function opened(port: number, path: string): Promise<IncomingMessage> {
  const headers = { accept: "text/event-stream" };
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(response);
      else reject(new Error(`answers ${response.statusCode} to a stream`));
    }).on("error", reject);
  });
}

function readEvents(response: IncomingMessage, take: (event: string, data: string) => void): void {
  let rest = "";
  response.on("error", () => undefined);
  response.setEncoding("latin1").on("data", (chunk: string) => {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      take(/^event: (.*)$/m.exec(block)?.[1] ?? "", /^data: (.*)$/m.exec(block)?.[1] ?? "");
    }
  });
}

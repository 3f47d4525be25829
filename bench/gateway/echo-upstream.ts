import { createServer } from "node:http";

// The cheapest MCP server there can be: it answers every call with what it got, in either era, and
// spends as little as possible, so that what is measured is whatever stands before it.

const tool = {
  name: "echo",
  description: "Gives back the text it was sent.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", description: "The text" } },
    required: ["text"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
    additionalProperties: false,
  },
};

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly arguments?: { readonly text?: string } };
}

type Answer = (params: Message["params"]) => object;

const answers: Readonly<Record<string, Answer>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "echo", version: "1.0.0" },
  }),
  "server/discover": () => ({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": (params) => {
    const structuredContent = { text: params?.arguments?.text ?? "" };
    const text = JSON.stringify(structuredContent);
    return { content: [{ type: "text", text }], structuredContent, isError: false };
  },
};

/** What the modern era wants on every result; older clients do not mind it. */
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "public" };

function resultOf({ method, params }: Message): object | undefined {
  const answer = answers[method];
  return answer === undefined ? undefined : { ...answer(params), ...seal };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (request.method !== "POST") {
      response.writeHead(405).end();
      return;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bench sends nothing else
    const message = JSON.parse(Buffer.concat(chunks).toString()) as Message;
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    const result = resultOf(message);
    const outcome =
      result === undefined ? { error: { code: -32_601, message: "Method not found" } } : { result };
    const body = JSON.stringify({ jsonrpc: "2.0", id: message.id, ...outcome });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  console.log(JSON.stringify(server.address()));
});

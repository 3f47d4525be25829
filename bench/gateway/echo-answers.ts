// The cheapest possible MCP server: it echoes its input, in either era. It costs almost nothing, so
// the measurement shows the program in front of it.

interface Message {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly name?: string;
    readonly arguments?: Arguments | undefined;
  };
}

interface Arguments {
  readonly text?: unknown;
  readonly bytes?: unknown;
}

type Answer = (params: Message["params"]) => object;

const closed = { additionalProperties: false };

function echoTool(name: string, description: string): object {
  const text = { type: "string", description: `What ${name} is about` };
  const schema = { type: "object", properties: { text }, required: ["text"], ...closed };
  return { name, description, inputSchema: schema, outputSchema: schema };
}

const row = {
  type: "object",
  properties: { id: { type: "integer" }, title: { type: "string" }, note: { type: "string" } },
  required: ["id", "title", "note"],
  ...closed,
};
const rowsTool = {
  name: "rows",
  description: "Gives rows of about so many bytes.",
  inputSchema: {
    type: "object",
    properties: { bytes: { type: "integer", description: "How many" } },
    required: ["bytes"],
    ...closed,
  },
  outputSchema: {
    type: "object",
    properties: { rows: { type: "array", items: row } },
    required: ["rows"],
    ...closed,
  },
};

/** Returns `count` tools: two to call, the rest only to list. No two schemas are the same. */
export function toolsOf(count: number, prefix = "tool"): readonly object[] {
  const listed = Array.from({ length: Math.max(0, count - 2) }, (_, at) =>
    echoTool(
      `${prefix}_${at}`,
      `Does the work of number ${at} and gives back the text it was sent.`,
    ),
  );
  return [echoTool("echo", "Gives back the text it was sent."), rowsTool, ...listed];
}

function resultWith(structuredContent: object): object {
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text", text }], structuredContent, isError: false };
}

const made = new Map<number, object>();

/** Built once per size. Half of the bytes are structured content, half its text. */
function rowsResult(bytes: number): object {
  const known = made.get(bytes);
  if (known !== undefined) return known;
  const count = Math.floor(bytes / 2 / 95);
  const rows = Array.from({ length: count }, (_, id) => ({
    id,
    title: `Row ${id} of ${count}`,
    note:
      id === count - 1 ? "the last row" : "What a table of a database might well say about this.",
  }));
  const result = resultWith({ rows });
  made.set(bytes, result);
  return result;
}

export function callResult(params: Message["params"]): object {
  const given = params?.arguments;
  if (params?.name === "rows") return rowsResult(Number(given?.bytes));
  return resultWith({ text: given?.text ?? "" });
}

/** Fields the modern era requires on every result. Older clients ignore them. */
const seal = { resultType: "complete", ttlMs: 0, cacheScope: "public" };

/** Maps a message to the text of its response, or to undefined if it expects none. */
export function createResponseMatcher(
  tools: readonly object[],
): (text: string) => string | undefined {
  const answers: Readonly<Record<string, Answer>> = {
    // Echoes the client's version: some peers know none newer than their own.
    initialize: (params) => ({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "echo", version: "1.0.0" },
    }),
    "server/discover": () => ({ supportedVersions: ["2026-07-28"], capabilities: { tools: {} } }),
    ping: () => ({}),
    "tools/list": () => ({ tools }),
    "tools/call": callResult,
  };
  return (text) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bench sends nothing else
    const { id, method, params } = JSON.parse(text) as Message;
    if (id === undefined) return undefined;
    const answer = answers[method];
    const outcome =
      answer === undefined
        ? { error: { code: -32_601, message: "Method not found" } }
        : { result: { ...answer(params), ...seal } };
    return JSON.stringify({ jsonrpc: "2.0", id, ...outcome });
  };
}

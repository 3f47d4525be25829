import { connect } from "node:net";
import { canonicalJson, isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { speak } from "../gate/speak.ts";
import { reading } from "../gate/tools.ts";
import { type Caller, callerFor } from "./caller.ts";
import { openServed, type Served } from "./served.ts";
import { done } from "./upstream.ts";

// A whole gateway, real files and megabytes take longer than a second on a busy machine.
const timeout = 30_000;

/** Untrusted texts that try to end our record and begin a forged one. */
const breakers: readonly (readonly [what: string, text: string])[] = [
  ["a line end", "x\r\nERROR: forged\n"],
  ["a line end of another kind", "x\u2028ERROR: forged\u2029\u0085"],
  ["colors and a clear screen", "\u001b[2J\u001b[31mERROR: forged\u001b[0m\u0007"],
  ["the end of a value", '"},{"callId":"forged","kind":"call.closed"}'],
  ["the end of a row", '"}}\n{"sequence":1,"hash":"00","body":{"callId":"forged"}}'],
  ["escapes", '\\"\\u000a\\n\\x0aERROR: forged'],
  ["turned and hidden text", "\u202eforged\u202c\u200b\u{e0041}\ufeff"],
  ["a zero and its neighbors", "\u0000\u0001\u001f\u007f\u009b31m"],
];
const long = "forged ".repeat(150_000);

const tools = [reading("get-forecast"), reading("get-\u001b[31mforged\r\nERROR: name")];

interface Hostile {
  readonly era: "modern" | "legacy";
  readonly params: JsonObject;
  readonly meta?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns calls with a text in every field under the client's control. */
function callsWith(text: string): readonly Hostile[] {
  const plain = { name: "get-forecast", arguments: { city: "Oslo" } };
  const meta = {
    "dev.toolcourt/query": text,
    "io.modelcontextprotocol/clientInfo": { name: text, version: text },
  };
  return [
    { era: "legacy", params: { name: text, arguments: {} } },
    { era: "legacy", params: { ...plain, arguments: { city: text } } },
    { era: "legacy", params: { ...plain, arguments: { city: "Oslo", [text]: text } } },
    { era: "legacy", params: plain, meta: { traceparent: text, "dev.toolcourt/query": text } },
    ...(text.length > 10_000
      ? []
      : [{ era: "modern", params: { ...plain, name: text }, meta } as const]),
    { era: "modern", params: plain, meta },
  ];
}

async function sent(caller: Caller, { era, params, meta = {}, headers }: Hostile): Promise<number> {
  const spoken = speak(era, { id: 1, method: "tools/call", params, meta: {} });
  const said = isJsonObject(spoken.message["params"]) ? spoken.message["params"] : {};
  const all = { ...(isJsonObject(said["_meta"]) ? said["_meta"] : {}), ...meta };
  const response = await caller.send({
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...spoken.headers,
      ...headers,
    },
    body: JSON.stringify({ ...spoken.message, params: { ...said, _meta: all } }),
  });
  const text = await response.text();
  if (!/"(?:result|error)":/.test(text)) throw new Error(`no answer: ${text.slice(0, 200)}`);
  return response.status;
}

/** Sends raw bytes that no HTTP client would send. Returns the status line. */
function sentRaw(url: URL, token: string, userAgent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    const head = `POST /mcp HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${token}\r\n`;
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString("latin1").split("\r\n", 1)[0] ?? "");
    });
    socket.once("error", reject);
    socket.end(`${head}user-agent: ${userAgent}\r\ncontent-length: 0\r\n\r\n`, "latin1");
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

interface Kept {
  /** Every line of the log as printed. */
  readonly lines: readonly string[];
  /** Every body of the audit log. */
  readonly bodies: readonly string[];
  readonly verified: number;
}

async function keptBy(served: Served): Promise<Kept> {
  await served.restart();
  const { printed: key } = await served.command(["audit", "key"]);
  const { printed: text } = await served.command(["audit", "export"]);
  await served.folder.write("export.jsonl", `${text}\n`);
  const { code } = await served.command(["audit", "verify", "export.jsonl", "--key", key]);
  const rows = text.split("\n").filter((line) => line.startsWith('{"sequence":'));
  const bodies = rows.map((row) => row.slice(row.indexOf('"body":') + '"body":'.length, -1));
  return { lines: served.printed, bodies, verified: code };
}

describe("SECURITY 74: untrusted text", { timeout }, () => {
  const statuses: number[] = [];
  const refusals: string[] = [];
  let kept: Kept;
  let calls = 0;
  beforeAll(async () => {
    await using served = await openServed({
      tools,
      // The error echoes its input, as errors do.
      answer: ({ arguments: given }) => {
        const text = `Error: ${JSON.stringify(given)}`;
        return { ...done, content: [{ type: "text", text }], isError: true };
      },
    });
    // Names contain no line breaks or other controls: such a token is refused.
    const name =
      'ada"},{"kind":"call.closed"} \\r\\nERROR: forged \u202eforged\u202c\u200b\u{e0041}';
    const caller = await callerFor(served, name);
    for (const text of [...breakers.map(([, each]) => each), long]) {
      for (const call of callsWith(text)) {
        calls += 1;
        statuses.push(await sent(caller, call));
      }
    }
    const agent = 'a "},{"kind":"call.closed" %0d%0a \\n'.repeat(100);
    calls += 1;
    statuses.push(
      await sent(caller, {
        era: "legacy",
        params: { name: "get-forecast", arguments: { city: "Oslo" } },
        headers: { "user-agent": agent, "mcp-client-name": agent },
      }),
    );
    refusals.push(await sentRaw(served.url(), caller.token, "a\u001b[31m\u0000\nERROR: forged"));
    refusals.push(await sentRaw(served.url(), `${caller.token}\u001b[31m`, "curl"));
    kept = await keptBy(served);
  }, timeout);

  it("is an ordinary call if valid HTTP, and gets 400 otherwise", () => {
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(refusals).toEqual(["HTTP/1.1 400 Bad Request", "HTTP/1.1 400 Bad Request"]);
  });

  it("takes one log line per call, without control characters", () => {
    const ended = kept.lines.filter((line) => / in \d+ ms \(/.test(line));

    expect(
      kept.lines.filter((line) => !/^(?:DEBUG|INFO|WARNING|ERROR|Toolcourt)/.test(line)),
    ).toEqual([]);
    expect(kept.lines.filter((line) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line))).toEqual([]);
    expect(kept.lines.filter((line) => line.length > 2_000)).toEqual([]);
    expect(ended).toHaveLength(calls);
    expect(ended.filter((line) => line.includes("forged")).length).toBeGreaterThan(10);
    expect(ended.filter((line) => !/^(?:INFO|WARNING): /.test(line))).toEqual([]);
  });

  it("takes two audit rows per call, which hold the text and still verify", () => {
    const parsed = kept.bodies.map((body) => parseJson(body)).filter(isJsonObject);
    const idsOf = (kind: string): readonly string[] =>
      parsed.flatMap((entry) => (entry["kind"] === kind ? textOf(entry["callId"]) : [])).toSorted();

    expect(kept.verified).toBe(0);
    expect(parsed).toHaveLength(kept.bodies.length);
    expect(kept.bodies.filter((body) => body !== canonicalJson(parseJson(body)))).toEqual([]);
    expect(kept.bodies.filter((body) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(body))).toEqual([]);
    expect(kept.bodies.filter((body) => body.length > 4_000)).toEqual([]);
    expect(kept.bodies.filter((body) => body.includes("forged")).length).toBeGreaterThan(30);
    expect(idsOf("call.opened")).toHaveLength(calls);
    expect(idsOf("call.closed")).toEqual(idsOf("call.opened"));
    expect(new Set(idsOf("call.opened")).size).toBe(calls);
    expect(idsOf("call.opened")).not.toContain("forged");
  });

  it("creates no record of an unknown kind", () => {
    const kinds = kept.bodies.map((body) => parseJson(body)).filter(isJsonObject);

    expect([...new Set(kinds.map(({ kind }) => textOf(kind)))].toSorted()).toEqual([
      "audit.exported",
      "call.closed",
      "call.opened",
      "gateway.started",
      "gateway.stopped",
      "identity.verified",
      "lock.created",
      "policy.loaded",
      "tool.nonconformant",
    ]);
  });
});

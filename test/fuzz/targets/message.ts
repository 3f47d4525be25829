// The reader of messages: what an HTTP entrance does with a request before any handler sees it.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { readRequest } from "@toolcourt/gateway/internal/edge/read-request";
import { readMessage } from "@toolcourt/gateway/internal/protocol/read-message";
import { type JsonObject, parseJson } from "@toolcourt/sdk";
import { promised } from "../target.ts";

export const covers = /\/(?:gateway\/src\/(?:edge\/read-request|protocol\/)|sdk\/src\/contract\/)/;

const call = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get", arguments: {} },
};

export const seeds: readonly string[] = [
  `\n${JSON.stringify(call)}`,
  `mcp-protocol-version: 2026-07-28\nmcp-param-region: eu\n\n${JSON.stringify({
    ...call,
    params: {
      name: "get",
      arguments: { region: "eu", deep: { count: 1 } },
      _meta: { progressToken: 1 },
    },
  })}`,
  `\n${JSON.stringify({ jsonrpc: "2.0", id: "a", result: {} })}`,
  `\n${JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } })}`,
  '\n{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":0.5}}',
];

export const words: readonly string[] = [
  '"jsonrpc":"2.0"',
  '"id":',
  '"method":',
  '"params":',
  '"result":{}',
  '"error":{',
  '"code":1',
  '"name":"get"',
  '"arguments":{',
  '"_meta":{',
  '"progressToken":',
  '"__proto__":',
  '"Name":',
  '"constructor":',
  '"inputResponses":{',
  '"requestState":',
  "\\u0000",
  "\\ud800",
  "\\u005f",
  "9007199254740993",
  "1e400",
  "-0",
  "1.0",
  "null",
  "true",
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  '"',
  "mcp-protocol-version: 2026-07-28\n",
  "mcp-param-region: eu\n",
  "mcp-param-count: 1\n",
  "content-encoding: gzip\n",
  "content-type: text/plain\n",
  "=?base64?ZXU=?=",
  "\n\n",
  "\ufeff",
];

/** Tools with arguments that are repeated in headers. */
const listed: readonly JsonObject[] = [
  {
    name: "get",
    inputSchema: {
      properties: {
        region: { type: "string", "x-mcp-header": "Region" },
        deep: { properties: { count: { "x-mcp-header": "Count" } } },
      },
    },
  },
];

/** Headers, an empty line and a body. */
export async function fuzz(data: Buffer): Promise<void> {
  const split = data.indexOf("\n\n");
  const head = split < 0 || split > 1_000 ? "" : data.subarray(0, split).toString("latin1");
  const body = data[0] === 10 ? data.subarray(1) : data.subarray(split < 0 ? 0 : split + 2);

  const reading = await readRequest(requestOf(head, body), () => listed);

  if (reading.kind === "refused") {
    promised(reading.status >= 400 && reading.status < 500, "A refusal is the caller's fault.");
    return;
  }
  if (reading.message !== undefined) accepted(body.toString(), reading.message);
}

/** Everything that holds for an accepted message, whatever reads it behind us. */
function accepted(text: string, message: JsonObject): void {
  promised(isDeepStrictEqual(message, JSON.parse(text)), "JSON.parse reads another message.");
  promised(isDeepStrictEqual(parseJson(text), message), "The SDK reads another message.");
  const bare = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  promised(bare.split(":").length - 1 === keysIn(message), "A key stands twice.");
  const numbers = bare.match(/-?\d[\d.eE+-]*/g) ?? [];
  for (const number of numbers) promised(isKept(number), `${number} loses digits.`);
  // A server may get a large number in its long spelling, which we would not accept from a caller.
  if (numbers.some((number) => Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER)) return;
  const again = readMessage(JSON.stringify(message));
  promised(again.kind === "message", "Its own spelling is refused.");
  const spelled = JSON.stringify(again.message);
  promised(spelled === JSON.stringify(message), "Its own spelling means something else.");
}

/** Returns whether rounding the double to the digits of the number gives the number, exactly. */
function isKept(number: string): boolean {
  const [mantissa = "", power = "0"] = number.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const exponent = Number(power) - fraction.length;
  if (exponent < -1_200) return /^-?0*$/.test(whole + fraction);
  const { significand, shift } = doubleOf(Number(number));
  // Both sides as whole multiples of 10 ** -1200 * 2 ** -1100.
  const unit = (10n ** BigInt(exponent + 1_200)) << 1_100n;
  const written = BigInt(whole + fraction) * unit;
  const kept = (significand * 10n ** 1_200n) << BigInt(shift + 1_100);
  const difference = written - kept;
  return (difference < 0n ? -difference : difference) * 2n <= unit;
}

/** Returns a double as a whole number times a power of two. */
function doubleOf(value: number): { readonly significand: bigint; readonly shift: number } {
  const bits = new BigUint64Array(Float64Array.of(value).buffer)[0] ?? 0n;
  const biased = Number((bits >> 52n) & 0x7_ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const size = biased === 0 ? fraction : fraction | (1n << 52n);
  return { significand: value < 0 ? -size : size, shift: Math.max(biased, 1) - 1_075 };
}

function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, each) => sum + keysIn(each), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

function requestOf(head: string, body: Buffer): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = "POST";
  request.headers = { "content-type": "application/json" };
  const distinct: NodeJS.Dict<string[]> = { "content-type": ["application/json"] };
  request.rawHeaders = ["content-type", "application/json"];
  for (const line of head.split("\n")) {
    const [name = "", value] = line.split(": ");
    if (value === undefined || !/^[a-z-]+$/.test(name)) continue;
    request.headers[name] = value;
    request.rawHeaders.push(name, value);
    (distinct[name] ??= []).push(value);
  }
  request.headersDistinct = distinct;
  request.push(body);
  request.push(null);
  return request;
}

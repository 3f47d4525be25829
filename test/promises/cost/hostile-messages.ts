import type { CostlyGateway } from "./costly-gateway.ts";
import { hostileJson, hostileValues } from "./hostile-values.ts";
import { call, callText, type Input, megabyte, post } from "./input.ts";

// Hostile client data: whole messages, arguments, tokens and headers.

/** Tools whose schemas are slow to validate without limits. */
export const expensive = ["get-unique", "get-matching", "get-one-of", "get-contained"];

/** Returns every hostile text as a whole message, and in each field of a message. */
export function messages(): readonly Input[] {
  const values = Object.entries(hostileValues(megabyte - 300));
  return Object.entries(places).flatMap(([place, within]) =>
    values.map(([name, text]) => {
      const body = within(text);
      return {
        name: `${name} as ${place}`,
        bytes: Buffer.byteLength(body),
        send: (gateway) => post(gateway, body),
      };
    }),
  );
}

/** The largest body that the HTTP entrance reads. */
const largestBody = 4 * 1024 * 1024;

/** Returns the largest messages that are read, some of them at the limits of keys and values. */
export function largestMessages(): readonly Input[] {
  const made = shapesAtLimits(largestBody - 300);
  const shapes = { ...hostileValues(largestBody - 300), ...made };
  const placed = ["message", "arguments", "argument", "_meta"].flatMap((place) =>
    Object.entries(shapes).map(([name, text]) => ({
      name: `${name} as ${place}, of 4 MB`,
      body: places[place]?.(text) ?? text,
    })),
  );
  const called = Object.entries(made).flatMap(([name, text]) =>
    expensive.map((tool) => ({
      name: `${name} for ${tool}, of 4 MB`,
      body: call(tool, `{"items":${text}}`).body,
    })),
  );
  return [...placed, ...called].map(({ name, body }) => ({
    name,
    bytes: Buffer.byteLength(body),
    send: (gateway) => post(gateway, body),
  }));
}

/** Returns values with as many keys and values as a message may have, filled up to `bytes`. */
function shapesAtLimits(bytes: number): Readonly<Record<string, string>> {
  const list = (count: number, item: (index: number) => string): string => {
    const items = Array.from({ length: count }, (_, index) => item(index)).join(",");
    return `[${items},"${"a".repeat(bytes - items.length - 10)}"]`;
  };
  const keys = Array.from({ length: 49_900 }, (_, index) => `"k${index}":1`).join(",");
  return {
    "the most keys": `{${keys},"pad":"${"a".repeat(bytes - keys.length - 20)}"}`,
    "the most objects": list(49_900, (index) => `{"a":${index}}`),
    "the most numbers": list(249_900, String),
    "the most texts": list(249_900, (index) => `"a${index % 9}"`),
    "the most empty objects": list(124_900, () => "{}"),
    "the deepest value": `${"[".repeat(58)}${list(249_800, () => "1")}${"]".repeat(58)}`,
  };
}

const places: Readonly<Record<string, (value: string) => string>> = {
  message: (value) => value,
  id: (value) => `{"jsonrpc":"2.0","id":${value},"method":"tools/list"}`,
  method: (value) => `{"jsonrpc":"2.0","id":1,"method":${value}}`,
  params: (value) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${value}}`,
  name: (value) => callText(`"name":${value},"arguments":{"city":"Bern"}`),
  arguments: (value) => callText(`"name":"get-forecast","arguments":${value}`),
  argument: (value) => callText(`"name":"get-forecast","arguments":{"city":${value}}`),
  _meta: (value) => callText(`"name":"get-forecast","arguments":{"city":"Bern"},"_meta":${value}`),
  requestState: (value) =>
    callText(`"name":"get-forecast","arguments":{"city":"Bern"},"requestState":${value}`),
  inputResponses: (value) =>
    callText(`"name":"get-forecast","arguments":{"city":"Bern"},"inputResponses":${value}`),
};

export function argumentsGiven(): readonly Input[] {
  return Object.entries(hostileJson(megabyte - 300)).flatMap(([name, value]) =>
    expensive.map((tool) => ({
      ...call(tool, JSON.stringify({ items: value })),
      name: `${name} for ${tool}`,
    })),
  );
}

/** The maximum header size. */
const headerBytes = 15_000;
/** Enough concurrent requests to distinguish their size from the baseline memory. */
const atOnce = 30;

export function headers(): readonly Input[] {
  const long = "a".repeat(headerBytes);
  const json = Buffer.from(nestedJson(headerBytes / 2)).toString("base64url");
  const tokens = [
    long,
    `${long.slice(0, 5_000)}.`.repeat(2),
    ".".repeat(headerBytes),
    `e30.${json}.e30`,
    `${json}.e30.AA`,
    `tck_${long}`,
  ];
  const bearers = tokens.map((token, index) =>
    withHeader(`token ${index}`, "authorization", `Bearer ${token}`),
  );
  const names = [
    "mcp-name",
    "mcp-method",
    "mcp-protocol-version",
    "mcp-session-id",
    "accept",
    "origin",
    "traceparent",
  ];
  return [...bearers, ...names.map((name) => withHeader(name, name, long))];
}

function nestedJson(bytes: number): string {
  return '{"a":'.repeat(Math.floor(bytes / 6)) + 1 + "}".repeat(Math.floor(bytes / 6));
}

function withHeader(name: string, header: string, value: string): Input {
  const body = callText('"name":"get-forecast","arguments":{"city":"Bern"}');
  const send = (gateway: CostlyGateway): Promise<unknown> =>
    Promise.all(Array.from({ length: atOnce }, () => post(gateway, body, { [header]: value })));
  return { name, bytes: atOnce * (value.length + body.length), send };
}

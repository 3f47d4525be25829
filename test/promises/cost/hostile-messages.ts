import { spoken, type TestLane, testLanes } from "../../../packages/testing/src/lanes.ts";
import type { CostlyGateway } from "./costly-gateway.ts";
import { hostileJson, hostileValues, valuesAtLimits } from "./hostile-values.ts";
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
  const made = valuesAtLimits(largestBody - 300);
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

const lanes = testLanes.filter(({ era, lane }) => era === "modern" || lane === "sdk");

/** Returns the largest calls, in every shape and in each lane that the other inputs do not take. */
export function largestByLane(): readonly Input[] {
  return lanes.flatMap((lane) =>
    largestCalls(lane).map(({ name, body, tool }) => ({
      name: `${name}, ${lane.era} ${lane.lane}`,
      bytes: Buffer.byteLength(body),
      send: (gateway) => gateway.post(body, { lane, tool }),
    })),
  );
}

/** Returns the largest lines that are read from a client over stdio. */
export function largestLines(): readonly Input[] {
  return largestCalls({ era: "legacy", lane: "fast" }).map(({ name, body }) => ({
    name: `${name}, stdio`,
    bytes: Buffer.byteLength(body),
    send: (gateway) => gateway.post(body),
  }));
}

interface LargeCall {
  readonly name: string;
  readonly body: string;
  readonly tool: string;
}

function largestCalls(lane: TestLane): readonly LargeCall[] {
  const bytes = largestBody - 600;
  const shapes = Object.entries({ ...hostileValues(bytes), ...valuesAtLimits(bytes) });
  return shapes.flatMap(([name, text]) =>
    ["get-unique", "get-matching"].map((tool) => {
      const params = { name: tool, arguments: { items: hole } };
      const { body } = spoken("tools/call", params, lane);
      const whole = typeof body === "string" ? body.replace(`"${hole}"`, () => text) : text;
      return { name: `${name} for ${tool}`, body: whole, tool };
    }),
  );
}

/** Stands where the text of a value goes. */
const hole = "a hole in a message";

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

import type { JsonObject, JsonSchema, JsonValue } from "@toolcourt/sdk";
import type { ProfileName } from "@toolcourt/sdk/rules";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Clock } from "../../packages/contracts/src/kernel/clock.ts";
// Imported by path, so that a server starts without loading the whole SDK.
import { isJsonObject, own, parseJson } from "../../packages/sdk/src/contract/json.ts";
import type { TestRuleId } from "../../packages/toolcourt/src/authoring/probing/rules.ts";

/** A server of the zoo: correct, or with one defect. */
export interface Exhibit {
  /** The rule of `toolcourt test` that it breaks. Default: none, it is correct. */
  readonly breaks?: TestRuleId;
  /** The profiles under which the defect counts. Default: core. */
  readonly profiles?: readonly ProfileName[];
  /** Whether it handles no messages while it works. Default: false. */
  readonly isSerial?: boolean;
  /** Text printed at the start. Default: none. */
  readonly banner?: string;
  /** Whether it answers notifications too. Default: false. */
  readonly answersNotifications?: boolean;
  /** Returns its tools in their initial state. */
  readonly start: () => readonly ZooTool[];
}

export interface ZooTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  /** Further contract terms. Default: a read tool. */
  readonly terms?: JsonObject;
  /** The schema that the server really enforces. Default: its declared schema. */
  readonly enforced?: JsonSchema;
  /** Returns the result of a call, or undefined to send none. */
  readonly run: (input: JsonObject, call: ZooCall) => Answer | Promise<Answer>;
}

type Answer = JsonObject | undefined;

export interface ZooCall {
  /** Sends any message in answer to this call. */
  readonly say: (message: JsonObject) => undefined;
  /** Prints a raw line. */
  readonly print: (line: string) => undefined;
  /** Ends the server like a crash. */
  readonly crash: () => undefined;
  readonly clock: Clock;
  /** Aborts when the caller cancels. */
  readonly signal: AbortSignal;
}

/** Environment of a server: its own process, or the testing one. */
export interface Place {
  readonly write: (line: string) => void;
  /** Ends the server like a crash. */
  readonly end: () => undefined;
  readonly clock: Clock;
}

/** Starts a legacy server. Returns the handler for each incoming line. */
export function serve(exhibit: Exhibit, place: Place): (line: string) => void {
  const tools = exhibit.start();
  if (exhibit.banner !== undefined) place.write(exhibit.banner);
  const calls = new Map<JsonValue, AbortController>();
  const methods: Readonly<Record<string, Hear>> = {
    initialize: (_, id) => send(place, id, { result: hello }),
    "tools/list": (_, id) => send(place, id, { result: { tools: tools.map(listed) } }),
    "tools/call": (params, id) => {
      const left = new AbortController();
      calls.set(id, left);
      return answer(params, tools, { id, place, signal: left.signal });
    },
    "notifications/initialized": () => {
      if (exhibit.answersNotifications === true) send(place, null, { result: {} });
    },
    "notifications/cancelled": (params) => calls.get(params["requestId"] ?? null)?.abort(),
  };
  const hear = async (line: string): Promise<void> => {
    const { id = null, method, params = {} } = objectIn(parseJson(line));
    // A response to a request of this server.
    if (method === undefined) return;
    const known = typeof method === "string" ? methods[method] : undefined;
    if (known !== undefined) await known(objectIn(params), id);
    else if (id !== null) send(place, id, { error: { code: -32_601, message: "No such method" } });
  };
  return exhibit.isSerial === true ? inTurn(hear) : (line) => void hear(line);
}

type Hear = (params: JsonObject, id: JsonValue) => void | Promise<void>;

function inTurn(hear: (line: string) => Promise<void>): (line: string) => void {
  let turn = Promise.resolve();
  return (line) => {
    turn = turn.then(() => hear(line));
  };
}

function objectIn(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

const hello = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "zoo", version: "1.0.0" },
};

function listed({ name, description, input, output, terms }: ZooTool): JsonObject {
  return {
    name,
    description,
    inputSchema: input,
    ...(output && { outputSchema: output }),
    _meta: { "dev.toolcourt/contract": { effect: "read", ...terms } },
  };
}

interface Asked {
  readonly id: JsonValue;
  readonly place: Place;
  readonly signal: AbortSignal;
}

async function answer(
  params: JsonObject,
  tools: readonly ZooTool[],
  { id, place, signal }: Asked,
): Promise<void> {
  const tool = tools.find(({ name }) => name === own(params, "name"));
  if (tool === undefined) {
    send(place, id, { error: { code: -32_602, message: "No such tool" } });
    return;
  }
  const input = objectIn(own(params, "arguments") ?? {});
  const call: ZooCall = {
    say: (message) => send(place, id, message),
    print: (line) => {
      place.write(line);
      return undefined;
    },
    crash: () => place.end(),
    clock: place.clock,
    signal,
  };
  // A canceled call gets no answer, and a tool that notices may throw.
  const result = accepts(tool, input)
    ? await Promise.resolve(tool.run(input, call)).catch(() => undefined)
    : refusal("Invalid arguments.");
  if (result !== undefined && !signal.aborted) send(place, id, { result });
}

function send({ write }: Place, id: JsonValue, message: JsonObject): undefined {
  write(JSON.stringify({ jsonrpc: "2.0", id, ...message }));
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** Keyed by schema text, because each start creates new schema objects. */
const compiled = new Map<string, (input: JsonObject) => boolean>();

function accepts({ input: schema, enforced = schema }: ZooTool, input: JsonObject): boolean {
  const key = JSON.stringify(enforced);
  const known = compiled.get(key);
  if (known !== undefined) return known(input);
  const validate = ajv.compile(enforced);
  compiled.set(key, (value) => validate(value));
  return validate(input);
}

/** Returns a closed object schema. Default: all properties required. */
export function closed(
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** Returns a success with equal structured content and text. */
export function success(structuredContent: JsonObject): JsonObject {
  return {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
}

export function refusal(text: string): JsonObject {
  return { content: [{ type: "text", text }], isError: true };
}

/** Returns an argument that the schema declares as a text. */
export function textIn(input: JsonObject, name: string): string {
  const value = own(input, name);
  return typeof value === "string" ? value : "";
}

/** Returns an argument that the schema declares as a number. */
export function numberIn(input: JsonObject, name: string): number {
  const value = own(input, name);
  return typeof value === "number" ? value : 0;
}

import type { JsonObject } from "@toolcourt/sdk";
import { spoken } from "../../packages/gateway/src/testing/lanes.ts";
import { type CostlyGateway, openCostlyGateway } from "./cost/costly-gateway.ts";
import { targetAnswers } from "./cost/costly-target.ts";
import { hostileLists } from "./cost/hostile-lists.ts";
import { hostileJson, hostileValues } from "./cost/inputs.ts";
import type { Cost } from "./programs/cost-monitor.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";

export const promise = definePromise({
  id: "P10",
  text: "No input of at most 1 MB costs more than 100 times its size in memory, or more than 250 ms of the event loop at once.",
  proofs: [
    {
      title: "hostile messages, arguments, tokens, headers, answers and lists of tools",
      prove: (context) =>
        measured(context, {
          often: [...messages(), ...argumentsGiven(), ...headers(), ...answers()],
          seldom: lists(),
        }),
    },
    {
      title: "hostile answers of an API behind HTTP tools, with bombs and further pages",
      prove: (context) => measured(context, { often: ofTargets(), seldom: [] }),
    },
  ],
});

const megabyte = 1_000_000;

/** Something that is done to a gateway, and how many bytes of it are a stranger's. */
interface Input {
  readonly name: string;
  readonly bytes: number;
  readonly send: (gateway: CostlyGateway) => Promise<unknown>;
}

interface Inputs {
  readonly often: readonly Input[];
  /** Each takes a while. */
  readonly seldom: readonly Input[];
}

async function measured(
  context: ProofContext,
  { often, seldom }: Inputs,
): Promise<readonly Figure[]> {
  const { short, seed, note, signal } = context;
  await using gateway = await openCostlyGateway();
  // What happens for the first time is compiled first, and that is not the input's fault.
  for (const tool of [...expensive, "get-forecast", "get-anything", ...ofTarget]) {
    for (let times = 0; times < 3; times += 1) {
      const { body } = call(tool, '{"city":"Bern"}');
      // What is held answers at once, and whatever it costs to answer would not be measured.
      if ((await post(gateway, body)).includes("tool-quarantined")) {
        throw new Error(`${tool} is held, so nothing is measured with it.`);
      }
    }
  }
  const some = often.filter((_, index) => (index + seed) % 14 === 0);
  const chosen = short
    ? [...some, ...seldom.filter((_, index) => (index + seed) % 16 === 0)]
    : [...often, ...seldom];
  let [longest, most] = [0, 0];
  for (const input of chosen) {
    signal.throwIfAborted();
    const cost = await bestOf(gateway, input);
    const { longestMs, factor } = cost;
    if (!isWithin(cost)) {
      note(`${input.name}: ${longestMs.toFixed(0)} ms, ${factor.toFixed(0)} times its size`);
    }
    longest = Math.max(longest, longestMs);
    most = Math.max(most, factor);
  }
  return [
    { label: "inputs", value: chosen.length, must: { atLeast: 1 } },
    {
      label: "longest turn of the event loop, in processor time",
      value: longest,
      unit: "ms",
      must: { atMost: limitMs },
    },
    {
      label: "most memory for a byte of input",
      value: most,
      unit: "bytes",
      must: { atMost: limitFactor },
    },
  ];
}

/** Tools whose schemas take long if one lets them. */
const expensive = ["get-unique", "get-matching", "get-one-of", "get-contained"];

const limitMs = 250;
const limitFactor = 100;
/** Less than this is what any request needs, and what nobody has cleaned up yet. */
const usualBytes = 16 * 1024 * 1024;

interface Measure {
  readonly longestMs: number;
  readonly factor: number;
}

/** The best of three: a machine with other work to do makes the same work take longer, never shorter. */
async function bestOf(gateway: CostlyGateway, input: Input): Promise<Measure> {
  let best: Measure = { longestMs: Number.POSITIVE_INFINITY, factor: Number.POSITIVE_INFINITY };
  for (let times = 0; times < 3 && !isWithin(best); times += 1) {
    const next = measureOf(await gateway.costOf(() => input.send(gateway)), input);
    best = {
      longestMs: Math.min(best.longestMs, next.longestMs),
      factor: Math.min(best.factor, next.factor),
    };
  }
  return best;
}

function isWithin({ longestMs, factor }: Measure): boolean {
  return longestMs <= limitMs && factor <= limitFactor;
}

function measureOf({ longestMs, grownBytes }: Cost, { bytes }: Input): Measure {
  return { longestMs, factor: Math.max(0, grownBytes - usualBytes) / bytes };
}

/** Every hostile text as a whole message, and in each place where a message has room for one. */
function messages(): readonly Input[] {
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

function callText(params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}`;
}

function call(tool: string, given: string): Input & { readonly body: string } {
  const body = callText(`"name":"${tool}","arguments":${given}`);
  return { name: tool, bytes: body.length, body, send: (gateway) => post(gateway, body) };
}

function argumentsGiven(): readonly Input[] {
  return Object.entries(hostileJson(megabyte - 300)).flatMap(([name, value]) =>
    expensive.map((tool) => ({
      ...call(tool, JSON.stringify({ items: value })),
      name: `${name} for ${tool}`,
    })),
  );
}

/** As long as headers may be. */
const headerBytes = 15_000;
/** So many at once that their size can be told from what a process needs anyway. */
const atOnce = 30;

function headers(): readonly Input[] {
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

function answers(): readonly Input[] {
  const values = Object.entries(hostileJson(megabyte - 300));
  const texts = Object.entries(hostileValues(megabyte - 300)).filter(([, text]) =>
    text.startsWith('"'),
  );
  const rows = Array.from({ length: 30_000 }, () => ({ type: "text", text: "a" }));
  const results: Record<string, JsonObject> = {
    "many parts": { content: rows, structuredContent: { celsius: 21 } },
  };
  for (const [name, items] of values) {
    results[name] = { content: [], structuredContent: { items } };
  }
  for (const [name, text] of texts) {
    if (!text.endsWith('"') || text.includes("\\")) continue;
    results[name] = { content: [{ type: "text", text: text.slice(1, -1) }], structuredContent: {} };
  }
  return Object.entries(results).map(([name, result]) => ({
    name,
    bytes: Buffer.byteLength(JSON.stringify(result)),
    send: async (gateway) => {
      gateway.answerWith({ ...result, isError: false });
      await call("get-anything", '{"city":"Bern"}').send(gateway);
    },
  }));
}

const ofTarget = ["get-things", "list-things"];

function ofTargets(): readonly Input[] {
  return Object.entries(targetAnswers(megabyte)).flatMap(([name, answer]) =>
    ofTarget.map((tool) => ({
      name: `${name} for ${tool}`,
      bytes: Math.max(answer.body.length, usualBytes / limitFactor),
      send: async (gateway) => {
        gateway.targetAnswersWith(answer);
        await call(tool, "{}").send(gateway);
      },
    })),
  );
}

/** What a server says that it has. */
function lists(): readonly Input[] {
  return Object.entries(hostileLists(megabyte)).map(([name, tools]) => ({
    name,
    bytes: Math.max(tools.length, usualBytes / limitFactor),
    send: (gateway) => gateway.shift(tools),
  }));
}

async function post(
  { url, authorization }: CostlyGateway,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const init = spoken("tools/call", { name: "get-forecast" }, { era: "legacy", lane: "fast" });
  const head = new Headers(init.headers);
  for (const [name, value] of Object.entries({ authorization, ...more })) head.set(name, value);
  const response = await fetch(url, { ...init, headers: head, body });
  return response.text();
}

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@toolcourt/sdk";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { readPolicy } from "../../packages/gateway/src/governance/policy/read-policy.ts";
import { openSequences } from "../../packages/gateway/src/governance/sequences/stage.ts";
import { type EmbeddedGateway, openGateway } from "../../packages/gateway/src/open-gateway.ts";
import { createMemoryHistories } from "../../packages/gateway/src/stores/memory/histories.ts";
import type { ProgramUpstream } from "../../packages/gateway/src/upstreams/upstream.ts";
import { connectedCall } from "../../packages/testing/src/calls.ts";
import { percentile } from "../figures.ts";
import type { Gauge } from "../gauge.ts";

const callsBefore = 50;
const people = 40;
const callsEach = 10;
const rounds = 15;
const warmRounds = 4;

/** Values in a result, each in a field of its own. */
const few = 12;
const many = 120;

/**
 * Measures what judging and remembering add to a call, in one process and with stores in memory. The
 * same calls go to a gateway with five statements and to one without any, in turns.
 */
export async function measureSequences(folder: string): Promise<readonly Gauge[]> {
  await using stack = new AsyncDisposableStack();
  const bare = stack.use(await open(join(folder, "bare"), []));
  const judging = stack.use(await open(join(folder, "judging"), statements));
  const gauges: Gauge[] = [];
  const added = new Map<string, number>();
  for (const { what, tool, args, max } of measured) {
    const us: number[] = [];
    for (let round = -warmRounds; round < rounds; round += 1) {
      const without = await cpuUsOf(bare, { tool, args, round });
      const more = (await cpuUsOf(judging, { tool, args, round })) - without;
      if (round >= 0) us.push(more);
    }
    const value = percentile(us, 0.5);
    added.set(tool, value);
    gauges.push({ what: `sequences, ${what}`, value, unit: "µs", ...(max && { max }) });
  }
  const further = ((added.get("list_many") ?? 0) - (added.get("list_few") ?? 0)) / (many - few);
  return [
    { what: "sequences, no statement", value: usWithoutStatements(), unit: "µs", max: 0.5 },
    ...gauges,
    { what: "sequences, each further value of a result", value: further, unit: "µs", max: 2 },
  ];
}

const stageCalls = 1_000_000;

/** Both stages of a policy without statements about sequences. They are synchronous. */
function usWithoutStatements(): number {
  const reading = readPolicy("version: 1\nstatements: []\n...\n", "policy.yaml");
  if (reading.kind === "invalid") throw new Error(reading.problems.join(" "));
  const state = { kind: "usable", policy: reading.policy } as const;
  const { judgeSequence, remember } = openSequences({
    policy: { state: () => state },
    store: createMemoryHistories(),
    key: new Uint8Array(32),
    clock: systemClock,
    subjects: { of: ({ id }) => ({ id }) },
    onObserved: () => undefined,
  });
  const call = connectedCall();
  const outcome = { kind: "refused", error: undefined } as const;
  const start = process.cpuUsage();
  for (let count = 0; count < stageCalls; count += 1) {
    if (judgeSequence(call) instanceof Promise || remember(call, outcome) !== undefined) {
      throw new Error("A stage without statements was not synchronous.");
    }
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / stageCalls;
}

interface Measured {
  readonly what: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly max?: number;
}

const measured: readonly Measured[] = [
  { what: "a read of no value", tool: "touch", args: { folder: "inbox" }, max: 25 },
  { what: `a read of ${few} values`, tool: "list_few", args: { folder: "inbox" }, max: 25 },
  { what: `a read of ${many} values`, tool: "list_many", args: { folder: "inbox" } },
  {
    what: "a counted write that reaches out",
    tool: "send",
    args: { to: "person1@host1.example", text: "See you at noon." },
  },
];

const statements: readonly JsonObject[] = [
  {
    id: "known-values",
    when: 'call.reach == "outside" || call.effect != "read"',
    from: { destination: ["user", "operator", "first-party", "unknown"] },
    ask: "operator",
  },
  {
    id: "ceiling",
    tools: ["refund"],
    total: { of: "args.amount", over: "PT1H", at_most: 5_000 },
  },
  {
    id: "quoted",
    tools: ["pay"],
    equals: { "args.amount": 'result("quote").total' },
  },
  {
    id: "looked",
    when: 'call.effect == "destroy"',
    after: { tool: "preview", same: ["args.id"], within: "PT10M" },
  },
  { id: "few-mails", count: { of: "send", over: "PT1H", at_most: 1_000_000 } },
];

async function open(folder: string, sequences: readonly JsonObject[]): Promise<EmbeddedGateway> {
  mkdirSync(join(folder, "contracts", "desk"), { recursive: true });
  for (const { name, terms } of tools) {
    writeFileSync(join(folder, "contracts", "desk", `${name}.yaml`), JSON.stringify({ terms }));
  }
  const policy = {
    version: 1,
    statements: [{ id: "all", effect: "allow", principals: ["*"], tools: ["*"] }],
    ...(sequences.length > 0 && { sequences }),
  };
  writeFileSync(join(folder, "policy.yaml"), `${JSON.stringify(policy)}\n...\n`);
  const desk = { name: "desk", transport: "streamable_http", url: "http://127.0.0.1:9/mcp" };
  const config = {
    toolbox: { mcps: [{ ...desk, mode: "dynamic", default_tool_config: {} }] },
    policy: { file: "policy.yaml" },
    stores: { url: "memory:" },
  };
  writeFileSync(join(folder, "toolcourt.yaml"), JSON.stringify(config));
  return openGateway({ folder, upstreams: { desk: async () => desksServer() } });
}

interface Tool {
  readonly name: string;
  readonly terms: JsonObject;
  readonly input: JsonObject;
  readonly rows: number;
}

const text: JsonObject = { type: "string", maxLength: 200 };
const reading: JsonObject = {
  effect: "read",
  output: {
    "/rows/*/id": { origin: "first-party", kind: "identifier" },
    "/rows/*/from": { origin: "third-party", kind: "email" },
    "/rows/*/order": { origin: "third-party" },
    "/rows/*/account": { origin: "first-party", kind: "iban" },
  },
};
const fieldsOfRow = 4;

const tools: readonly Tool[] = [
  { name: "touch", terms: reading, input: { folder: text }, rows: 0 },
  { name: "list_few", terms: reading, input: { folder: text }, rows: few / fieldsOfRow },
  { name: "list_many", terms: reading, input: { folder: text }, rows: many / fieldsOfRow },
  {
    name: "send",
    terms: {
      ...reading,
      effect: "write",
      reach: "outside",
      input: { "/to": { role: "destination", kind: "email" }, "/text": { role: "content" } },
    },
    input: { to: text, text },
    rows: 0,
  },
];

const none = (): Promise<never> => Promise.reject(new Error("The server has tools only."));

/** Answers every call of a tool with values that no call had before. */
function desksServer(): ProgramUpstream {
  const ended = Promise.withResolvers<void>();
  const rowsOf = new Map(tools.map(({ name, rows }) => [name, rows]));
  let seed = 0;
  return {
    era: "modern",
    listTools: async () => tools.map(listed),
    callTool: async ({ name }) => {
      seed += 1;
      const rows = Array.from({ length: rowsOf.get(name) ?? 0 }, (_, at) => rowOf(seed, at));
      const structuredContent = { rows };
      const content = [{ type: "text", text: JSON.stringify(structuredContent) }];
      return { resultType: "complete", content, structuredContent };
    },
    request: none,
    capabilities: () => ({ tools: {} }),
    watchResources: none,
    lost: ended.promise,
    [Symbol.asyncDispose]: async () => ended.resolve(),
  };
}

function listed({ name, input }: Tool): JsonObject & { readonly name: string } {
  const row = { id: text, from: text, order: text, account: text };
  return {
    name,
    description: "Works on the rows of a desk.",
    inputSchema: closed(input),
    outputSchema: closed({ rows: { type: "array", maxItems: many, items: closed(row) } }),
  };
}

function closed(properties: JsonObject): JsonObject {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

function rowOf(seed: number, at: number): JsonObject {
  return {
    id: `m-${seed}-${at}`,
    from: `person${seed}.${at}@host${at}.example`,
    order: `PO_${seed}_${at}`,
    account: `DE${1e15 + seed * many + at}`,
  };
}

interface Asked {
  readonly tool: string;
  readonly args: JsonObject;
  readonly round: number;
}

/** Returns the processor time of a call by people who made others before. */
async function cpuUsOf(gateway: EmbeddedGateway, { tool, args, round }: Asked): Promise<number> {
  const callers = Array.from({ length: people }, (_, at) => ({
    id: `user:${tool}-${round}-${at}`,
    permissions: "all" as const,
    kind: "user" as const,
  }));
  const all = async (count: number, asked: Pick<Asked, "tool" | "args">): Promise<void> => {
    for (let call = 0; call < count; call += 1) {
      for (const principal of callers) {
        const { tool: name, args: given } = asked;
        const result = await gateway.callTool({ tool: name, arguments: given, principal });
        if (result["isError"] === true) throw new Error(JSON.stringify(result));
      }
    }
  };
  await all(callsBefore, { tool: "list_few", args: { folder: "inbox" } });
  const start = process.cpuUsage();
  await all(callsEach, { tool, args });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / (people * callsEach);
}

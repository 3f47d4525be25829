import * as fc from "fast-check";
import {
  type Call,
  type Condition,
  fingerprint,
  type Past,
  type Question,
  type Statement,
} from "./reference.ts";

// Few names and small numbers, so that statements and histories often match.

const tools = ["read_a", "send", "pay", "preview"] as const;
const servers = ["one", "two"] as const;
const effects = ["read", "write", "destroy"] as const;
const reaches = ["internal", "outside"] as const;
const patterns = ["*", "send", "p*", "one/*", "*/pay", "two/p*y", "preview"] as const;
const roles = ["destination", "target", "credential"] as const;
export const origins = [
  "user",
  "operator",
  "first-party",
  "third-party",
  "claimed",
  "unknown",
] as const;
const labels = ["secret", "pii"] as const;
const ids = ["ada", "grace"] as const;
const now = 1_000_000;

const yes = (is: boolean): "yes" | "no" => (is ? "yes" : "no");

const conditions: readonly Condition[] = [
  {
    text: 'call.tool == "pay"',
    holds: ({ tool }) => yes(tool === "pay"),
    mayHaveHeld: ({ tool }) => tool === "pay",
  },
  {
    text: 'call.reach == "outside" || call.effect != "read"',
    holds: ({ reach, effect }) => yes(reach === "outside" || effect !== "read"),
    mayHaveHeld: ({ reach, effect }) => reach === "outside" || effect !== "read",
  },
  {
    text: '!(call.server in ["two"])',
    holds: ({ server }) => yes(server !== "two"),
    mayHaveHeld: ({ server }) => server !== "two",
  },
  {
    text: 'call.tool != "read_a" && args.amount > 3.0',
    holds: ({ tool, args: { amount } }) => {
      if (tool === "read_a") return "no";
      return typeof amount === "number" ? yes(amount > 3) : "failed";
    },
    mayHaveHeld: ({ tool }) => tool !== "read_a",
  },
  {
    text: 'has(args.id) && principal.id == "ada"',
    holds: ({ args, principal }) => yes(args["id"] !== undefined && principal.id === "ada"),
    mayHaveHeld: () => true,
  },
];

const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 });

const call: fc.Arbitrary<Call> = fc.record({
  tool: fc.constantFrom(...tools),
  server: fc.constantFrom(...servers),
  effect: fc.constantFrom(...effects),
  reach: fc.constantFrom(...reaches),
});

const small = fc.integer({ min: 0, max: 4 });
const span = fc.constantFrom(5_000, 20_000);

const noted = fc
  .record(
    { id: small, amount: small, total: small, isReadable: fc.boolean() },
    { requiredKeys: [] },
  )
  .map(({ id, amount, total, isReadable }) => ({
    ...(id !== undefined && { "args.id": fingerprint("args.id", id) }),
    ...(amount !== undefined && {
      "args.amount": isReadable === true ? amount : fingerprint("args.amount", amount),
    }),
    ...(total !== undefined && { "result.total": fingerprint("result.total", total) }),
  }));

export const past: fc.Arbitrary<Past> = fc
  .record({
    call,
    noted,
    age: fc.integer({ min: 0, max: 30 }),
    callId: fc.constantFrom("c1", "c2", "c3"),
    state: fc.constantFrom("running", "ran", "ran", "ran", "failed", "lost"),
  })
  .map(({ call: made, age, ...others }) => ({ ...made, ...others, at: now - age * 1_000 }));

const args = fc.record(
  {
    id: small,
    amount: fc.oneof({ weight: 6, arbitrary: small }, fc.constantFrom(-1, "many")),
  },
  { requiredKeys: [] },
);

export const question: fc.Arbitrary<Question> = fc
  .record(
    {
      call,
      principal: fc.record(
        {
          id: fc.constantFrom(...ids),
          tenant: fc.constantFrom("acme", "evil"),
          roles: fc.uniqueArray(fc.constantFrom("teller", "clerk"), { maxLength: 2 }),
        },
        { requiredKeys: ["id", "roles"] },
      ),
      args,
      calls: fc.array(past, { maxLength: 6 }),
      others: fc.array(past, { maxLength: 3 }),
      labels: fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 2 }),
      values: fc.array(
        fc.record({
          role: fc.constantFrom(...roles),
          origin: fc.constantFrom(...origins),
          pointer: fc.constantFrom("/a", "/b"),
        }),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: ["call", "principal", "args", "calls", "labels", "values"] },
  )
  .map(({ call: made, others, ...asked }) => ({
    ...made,
    ...asked,
    now,
    ...(others !== undefined && { tenantCalls: [...asked.calls, ...others] }),
  }));

const same = some(["args.id", "args.amount"]);
const per = fc.constantFrom("principal" as const, "tenant" as const);

const demand: fc.Arbitrary<Omit<Statement, "id">> = fc.oneof(
  fc.record({
    from: fc.dictionary(fc.constantFrom(...roles), some(origins), { minKeys: 1, maxKeys: 2 }),
  }),
  fc.record({ content_without: some(labels) }),
  fc.record({
    total: fc.record(
      { of: fc.constant("args.amount"), over: span, per, at_most: fc.integer({ min: 0, max: 9 }) },
      { requiredKeys: ["of", "over", "at_most"] },
    ),
  }),
  fc.record({
    count: fc.record(
      { of: fc.constantFrom(...patterns), over: span, per, at_most: small },
      { requiredKeys: ["over", "at_most"] },
    ),
  }),
  fc.record({
    equals: fc.dictionary(
      fc.constantFrom("args.id", "args.amount"),
      fc.record({ tool: fc.constantFrom(...patterns), key: fc.constant("result.total") }),
      { minKeys: 1, maxKeys: 2 },
    ),
  }),
  fc.record({
    after: fc.record(
      { tool: fc.constantFrom(...patterns), same, within: span },
      { requiredKeys: ["tool"] },
    ),
  }),
  fc.record({
    not_after: fc.oneof(
      fc.record({ label: fc.constantFrom(...labels) }),
      fc.record(
        { tool: fc.constantFrom(...patterns), same, within: span },
        { requiredKeys: ["tool"] },
      ),
    ),
  }),
  fc.record({ unattended: fc.constant(false as const) }),
);

const outcome: fc.Arbitrary<Omit<Statement, "id">> = fc.record(
  {
    ask: fc.constantFrom("caller", "operator"),
    mode: fc.constantFrom("observe", "enforce"),
  },
  { requiredKeys: [] },
);

/** Mostly by one key: hardly any call would be meant by all of them. */
const selection: fc.Arbitrary<Omit<Statement, "id">> = fc.oneof(
  fc.constant({}),
  fc.record({ principals: some([...ids, "*"]) }),
  fc.record({ tenants: some(["acme", "evil"]) }),
  fc.record({ roles: some(["teller", "clerk"]) }),
  fc.record({ tools: some(patterns) }),
  fc.record({ effects: some(effects) }),
  { weight: 3, arbitrary: fc.record({ condition: fc.constantFrom(...conditions) }) },
  fc.record({
    principals: some([...ids, "*"]),
    tools: some(patterns),
    effects: some(effects),
    condition: fc.constantFrom(...conditions),
  }),
);

export const statements: fc.Arbitrary<readonly Statement[]> = fc
  .array(fc.tuple(selection, demand, demand, outcome), { minLength: 1, maxLength: 4 })
  .map((all) =>
    all.map(([about, one, other, how], index) => ({
      id: `s${index}`,
      ...about,
      ...one,
      ...other,
      ...how,
    })),
  );

/** The text of a policy with these statements. */
export function textOf(all: readonly Statement[]): string {
  const sequences = all.map(({ condition, ...entry }) => ({
    ...entry,
    ...(condition && { when: condition.text }),
    ...(entry.total && { total: withDuration(entry.total, "over") }),
    ...(entry.count && { count: withDuration(entry.count, "over") }),
    ...(entry.after && { after: withDuration(entry.after, "within") }),
    ...(entry.not_after && { not_after: withDuration(entry.not_after, "within") }),
    ...(entry.equals && {
      equals: Object.fromEntries(
        Object.entries(entry.equals).map(([field, { tool, key }]) => [
          field,
          `result("${tool}")${key.slice("result".length)}`,
        ]),
      ),
    }),
  }));
  const file = { version: 1, roles: { teller: [], clerk: [] }, sequences };
  return `${JSON.stringify(file)}\n...\n`;
}

function withDuration(written: object, key: string): object {
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => [
      name,
      name === key ? `PT${Number(value) / 1_000}S` : value,
    ]),
  );
}

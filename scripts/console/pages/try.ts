import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";

const address = {
  type: "object",
  title: "Address",
  properties: {
    street: { type: "string" },
    city: { type: "string", default: "Geneva" },
    within: { $ref: "#/$defs/address" },
  },
  required: ["street"],
};

/** One of each kind of field. */
const everything = {
  type: "object",
  properties: {
    account: { type: "string", description: "The account that is charged.", maxLength: 34 },
    amount: { type: "number", description: "In the currency of the account.", minimum: 0 },
    times: { type: "integer", default: 1, title: "How often" },
    urgent: { type: "boolean" },
    note: { type: ["string", "null"], maxLength: 2_000, description: "Shown to the receiver." },
    pin: { type: "string", format: "password" },
    due: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    mail: { type: "string", format: "email" },
    link: { type: "string", format: "uri" },
    currency: { enum: ["CHF", "EUR", "USD"] },
    tags: { type: "array", items: { type: "string" } },
    address: { $ref: "#/$defs/address" },
    labels: { type: "object", additionalProperties: { type: "string" } },
    target: {
      oneOf: [
        {
          title: "A person",
          type: "object",
          properties: { kind: { const: "person" }, name: { type: "string" } },
          required: ["kind", "name"],
        },
        {
          title: "A fund",
          type: "object",
          properties: { kind: { const: "fund" }, number: { type: "integer" } },
          required: ["kind", "number"],
        },
      ],
    },
    rules: { type: "object", patternProperties: { "^x-": { type: "string" } } },
  },
  required: ["account", "amount", "currency"],
  additionalProperties: false,
  $defs: { address },
};

export const short: JsonObject = {
  type: "object",
  properties: { city: { type: "string", description: "A city in Switzerland." } },
  required: ["city"],
  additionalProperties: false,
};

function toolFormOf(changes: JsonObject = {}): JsonObject {
  return {
    server: "bank",
    name: "transfer_money",
    tool: "transfer_money",
    title: "Transfer money",
    description: "Moves money between two accounts of the company.",
    effect: "write",
    digest: "sha256:4be7c07a912d8d",
    approval: "operator",
    input: everything,
    hosts: ["/properties/trace_id"],
    sensitive: ["/properties/pin"],
    refusal: null,
    ...changes,
  };
}

const limits = { timeoutMs: 30_000, maxInstances: 2, rate: { maxCalls: 60, windowMs: 60_000 } };

export const allowed: JsonObject = {
  verdict: "allowed",
  approval: null,
  statement: "staff-may-call",
  policy: "9f3a5b0c11d2e4",
  limits,
  refusal: null,
  issues: [],
};

export const unfit: JsonObject = {
  ...allowed,
  verdict: "refused",
  statement: null,
  policy: null,
  limits: null,
  refusal: {
    code: "input-invalid",
    message: "transfer_money does not accept this input.",
    next: "toolcourt explain transfer_money",
  },
  issues: [
    {
      pointer: "",
      message: 'expected the property "account", got an object',
      missing: ["account"],
    },
    { pointer: "/amount", message: "expected at least 0, got number -1" },
    { pointer: "/tags/0", message: 'expected at least 1 character, got string ""' },
  ],
};

export const ended: JsonObject = {
  callId: "0b9e5f0c8d2a91c0",
  tool: "transfer_money",
  ms: 48.2,
  outcome: "answered",
  result: {
    content: [{ type: "text", text: "Booked.\nThe reference is 2026-1187." }],
    structuredContent: { booked: true, reference: "2026-1187", left: 1250.5 },
    isError: false,
  },
  refusal: null,
  issues: [],
  request: null,
};

export const waits: JsonObject = {
  ...ended,
  outcome: "waits",
  result: null,
  refusal: {
    code: "approval-required",
    message: "transfer_money needs an approval.",
    next: "toolcourt approvals show 5f0c",
  },
  request: { id: "5f0c8d2a91c07be48d2a91c07be45f0c", path: "/approvals/5f0c" },
};

export const failed: JsonObject = {
  ...ended,
  outcome: "failed",
  result: { content: [{ type: "text", text: "The account is closed." }], isError: true },
};

export const place = "tools/bank/transfer_money";

/** Whether a body asks for a dry run. */
function isDry(body: unknown): boolean {
  return typeof body === "object" && body !== null && "dry" in body;
}

/** The routes of a tool with these answers. */
export function trying(dry: JsonObject, run: JsonObject, form: JsonObject = {}): FixtureRoutes {
  return {
    [`GET ${place}/form`]: () => ({ body: toolFormOf(form) }),
    [`POST ${place}/try`]: (body) => ({ body: isDry(body) ? dry : run }),
  };
}

/** The routes of a tool that every caller may try. */
export const tryRoutes: FixtureRoutes = trying(allowed, ended);

/** Hostile strings wherever a tool, the gate or a result has text of others. */
export function hostileTryRoutes(hostile: readonly string[]): FixtureRoutes {
  const [evil = "", ...others] = hostile;
  const named = others.slice(0, 60).map((text, index) => {
    const says = { title: text, description: text };
    const kinds = [
      { ...says, type: "string", default: text },
      { ...says, enum: [text, evil] },
      { ...says, oneOf: [{ title: text, type: "string" }, { $ref: `#/$defs/${text}` }] },
      { ...says, type: "array", items: { type: "string" } },
    ];
    return [`${index}${text}`, kinds[index % kinds.length] ?? {}] as const;
  });
  const refused = { code: evil, message: hostile.join(" "), next: evil };
  const issues = named.map(([name]) => ({
    pointer: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    message: name,
  }));
  return trying(
    { ...unfit, refusal: refused, issues: [...issues, { pointer: "", message: evil }] },
    {
      ...ended,
      callId: evil,
      result: { content: hostile.map((text) => ({ type: "text", text })), isError: false },
    },
    {
      tool: evil,
      title: evil,
      description: hostile.join("\n"),
      input: { type: "object", properties: Object.fromEntries(named) },
      hosts: named.map(([name]) => `/properties/host ${name.replaceAll("/", "~1")}`),
    },
  );
}

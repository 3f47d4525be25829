import type { JsonObject } from "@toolcourt/sdk";

const object = (properties: JsonObject): JsonObject => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const text: JsonObject = { type: "string", maxLength: 300_000 };
const none = object({});
const done = object({ ok: { type: "boolean" } });
const list = object({ items: { type: "array", maxItems: 10_000, items: text } });

interface ToolOf {
  readonly input: JsonObject;
  readonly output?: JsonObject;
  readonly terms: JsonObject;
}

const first = { "/items/*": { origin: "first-party", kind: "email" } };
const foreign = { "/items/*": { origin: "third-party" } };
const emailed = { "/email": { role: "identifier", kind: "email" } };

/** The tools of the desk, with their contracts. */
export const ledgerTools: Readonly<Record<string, ToolOf>> = {
  read_inbox: {
    input: none,
    output: list,
    terms: { effect: "read", output: foreign },
  },
  read_page: { input: object({ page: text }), terms: { effect: "read" } },
  read_secret: {
    input: none,
    output: list,
    terms: { effect: "read", output: { "/items/*": { sensitivity: "secret" } } },
  },
  list_contacts: { input: none, output: list, terms: { effect: "read", output: first } },
  read_kept: {
    input: none,
    output: list,
    terms: { effect: "read", output: foreign, cacheable: true, cacheTTL: 60 },
  },
  create_contact: {
    input: object({ email: text }),
    output: done,
    terms: { effect: "write", reach: "internal", input: emailed },
  },
  send_mail: {
    input: object({ to: text }),
    output: done,
    terms: {
      effect: "write",
      reach: "outside",
      input: { "/to": { role: "destination", kind: "email" } },
    },
  },
  pay: {
    input: object({ amount: { type: "number", minimum: 0 } }),
    output: done,
    terms: { effect: "write", reach: "internal", input: { "/amount": { role: "amount" } } },
  },
};

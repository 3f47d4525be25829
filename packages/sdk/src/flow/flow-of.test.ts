import { describe, expect, it } from "vitest";
import type { ToolContract } from "../contract/contract.ts";
import type { JsonObject } from "../contract/json.ts";
import { contract, contractOf } from "../testing/contract.ts";
import { flowOf } from "./flow-of.ts";

function withInput(properties: JsonObject, differences: Partial<ToolContract> = {}): ToolContract {
  return contract({
    name: "send-thing",
    effect: "write",
    terms: {},
    input: { type: "object", properties },
    ...differences,
  });
}

const text = { type: "string" };
const mail = { type: "object", properties: { id: text, body: text } };
const mails = { type: "object", properties: { mails: { type: "array", items: mail } } };

describe("the origin of a result", () => {
  it("is third-party where nothing is stated, for every type", () => {
    const { resultAt } = flowOf(contract({ output: mails, terms: {} }));

    for (const place of [[], ["mails", "0", "body"], ["nowhere", "at", "all"]]) {
      expect(resultAt(place)).toMatchObject({ origin: "third-party", isDeclared: false });
    }
  });

  it("is that of the longest mark that fits, with `*` for any step", () => {
    const { resultAt } = flowOf(
      contract({
        output: mails,
        terms: {
          output: {
            "/mails": { origin: "first-party", sensitivity: "pii" },
            "/mails/*/body": { origin: "third-party" },
          },
        },
      }),
    );

    expect(resultAt(["mails", "3", "body", "deeper"]).origin).toBe("third-party");
    expect(resultAt(["mails", "3", "body"]).sensitivity).toBe("pii");
    expect(resultAt(["mails", "3", "id"]).origin).toBe("first-party");
    expect(resultAt([]).origin).toBe("third-party");
  });

  it("is that of the mark which names a step, of two of one length", () => {
    const { resultAt } = flowOf(
      contract({
        terms: {
          output: { "/*/b/*": { origin: "first-party" }, "/a/*/c": { origin: "third-party" } },
        },
      }),
    );

    expect(resultAt(["a", "b", "c"]).origin).toBe("third-party");
    expect(resultAt(["x", "b", "c"]).origin).toBe("first-party");
  });

  it("reads keywords of schemas, and below them", () => {
    const owner = { type: "object", "x-origin": "first-party", properties: { name: text } };
    const { resultAt, hasMarks } = flowOf(
      contract({ terms: {}, output: { type: "object", properties: { owner } } }),
    );

    expect(resultAt(["owner", "name"])).toMatchObject({ origin: "first-party", isDeclared: true });
    expect(hasMarks).toBe(true);
  });

  it("prefers marks to keywords, also shorter ones: an operator writes marks", () => {
    const id = { type: "string", "x-origin": "first-party" };
    const { resultAt } = flowOf(
      contract({
        terms: { output: { "": { origin: "third-party" } } },
        output: { type: "object", properties: { id } },
      }),
    );

    expect(resultAt(["id"]).origin).toBe("third-party");
  });
});

const ours = { type: "string", "x-origin": "first-party" };
const theirs = { type: "string", "x-origin": "third-party" };
const objectOf = (id: JsonObject): JsonObject => ({ type: "object", properties: { id } });

describe("keywords in combined schemas", () => {
  it.each<[string, JsonObject, string]>([
    ["a reference", { $ref: "#/$defs/ours" }, "first-party"],
    ["all of several", { allOf: [text, ours] }, "first-party"],
    ["all of several that differ", { allOf: [theirs, ours] }, "third-party"],
    ["one form beside null", { anyOf: [ours, { type: "null" }] }, "first-party"],
    [
      "forms that agree",
      { oneOf: [ours, { type: "number", "x-origin": "first-party" }] },
      "first-party",
    ],
    ["forms of which one is silent", { anyOf: [ours, { type: "number" }] }, "third-party"],
    ["forms that differ", { anyOf: [ours, theirs] }, "third-party"],
    ["an unreadable word", { type: "string", "x-origin": "First-Party" }, "third-party"],
  ])("%s", (_, id, origin) => {
    const output = { $defs: { ours }, ...objectOf(id) };

    expect(flowOf(contract({ terms: {}, output })).resultAt(["id"]).origin).toBe(origin);
  });

  it("do not trust a member that only one of several forms has", () => {
    const output = { anyOf: [objectOf(ours), { type: "object" }] };

    expect(flowOf(contract({ terms: {}, output })).resultAt(["id"]).origin).toBe("third-party");
  });

  it("reach tuples, maps and patterns", () => {
    const output = {
      type: "object",
      properties: { pair: { type: "array", prefixItems: [ours, theirs] } },
      patternProperties: { "^x-": theirs },
      additionalProperties: ours,
    };
    const { resultAt } = flowOf(contract({ terms: {}, output }));

    expect(resultAt(["pair", "0"]).origin).toBe("first-party");
    expect(resultAt(["pair", "1"]).origin).toBe("third-party");
    // Which of the two a key falls under is not worked out.
    expect(resultAt(["other"]).origin).toBe("third-party");
  });

  it("follow a schema that refers to itself", () => {
    const node = { type: "object", properties: { id: ours, next: { $ref: "#/$defs/node" } } };
    const output = { $defs: { node }, $ref: "#/$defs/node" };
    const { resultAt } = flowOf(contract({ terms: {}, output }));

    expect(resultAt([...Array.from({ length: 50 }, () => "next"), "id"]).origin).toBe(
      "first-party",
    );
  });

  it("count as third-party where a schema is too large to look at", () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `m${index}`);
    const members = Object.fromEntries(names.map((name) => [name, objectOf(theirs)]));
    const output = { type: "object", "x-origin": "first-party", properties: members };
    const { resultAt } = flowOf(contract({ terms: {}, output }));

    expect(names.map((name) => resultAt([name, "id"]).origin)).not.toContain("first-party");
  });
});

describe("the kind of an id in a result", () => {
  it.each<[string, readonly string[], string]>([
    ["by its name", ["file_id"], "file-id"],
    ["by the list that holds it", ["mails", "0", "id"], "mail-id"],
    ["by what the tool is about", ["result", "0", "id_"], "event-id"],
  ])("is known %s", (_, place, kind) => {
    const tool = contract({ name: "search_events_by_date", terms: {}, output: mails });

    expect(flowOf(tool).resultAt(place).kind).toBe(kind);
  });
});

describe("the role of an argument", () => {
  it("is the declared one, also below it", () => {
    const terms = { input: { "/body": { role: "content" } } } as const;
    const body = { type: "object", properties: { to: text } };
    const { argumentAt } = flowOf(withInput({ body }, { terms }));

    expect(argumentAt(["body", "to"])).toEqual({
      role: "content",
      kind: undefined,
      isGuessed: false,
    });
  });

  it("has a kind from the schema where the mark has none", () => {
    const terms = { input: { "/x": { role: "destination" } } } as const;
    const { argumentAt } = flowOf(withInput({ x: { ...text, "x-kind": "email" } }, { terms }));

    expect(argumentAt(["x"])?.kind).toBe("email");
  });

  it("is the strictest that schemas of one place state", () => {
    const x = { allOf: [{ "x-role": "content" }, { "x-role": "destination" }] };

    expect(flowOf(withInput({ x })).argumentAt(["x"])?.role).toBe("destination");
  });

  it("is guessed by names that no schema has", () => {
    const { argumentAt } = flowOf(withInput({ fields: { type: "object" } }));

    expect(argumentAt(["fields", "webhook_url"])).toEqual({
      role: "destination",
      kind: "url",
      isGuessed: true,
    });
    expect(argumentAt(["fields", "color"])).toBeUndefined();
  });

  it("covers what lies below a guessed argument", () => {
    const to = { type: "object", properties: { name: text } };

    expect(flowOf(withInput({ to })).argumentAt(["to", "name"])?.role).toBe("destination");
  });
});

function reachOf(given: ToolContract): readonly unknown[] {
  const { reach, isReachGuessed } = flowOf(given);
  return [reach, isReachGuessed];
}

describe("reach", () => {
  const closed = { annotations: { openWorldHint: false } };

  it("is guessed to be outside", () => {
    expect(reachOf(withInput({}))).toEqual(["outside", true]);
  });

  it("is the stated one", () => {
    expect(reachOf(withInput({}, { terms: { reach: "internal" } }))).toEqual(["internal", false]);
  });

  it("follows the annotation of a tool of ours, and of no other", () => {
    expect(reachOf(withInput({}, { server: "local", asReceived: closed }))).toEqual([
      "internal",
      false,
    ]);
    expect(reachOf(withInput({}, { server: "crm", asReceived: closed }))).toEqual([
      "outside",
      true,
    ]);
  });

  it.each<[string, JsonObject, boolean]>([
    ["declared", { place: { ...text, "x-role": "destination", "x-kind": "host" } }, false],
    ["guessed", { url: text }, true],
  ])("is outside for a read of a %s address, whatever it states", (_, properties, isGuessed) => {
    const terms = { reach: "internal" } as const;

    expect(reachOf(withInput(properties, { terms, effect: "read" }))).toEqual([
      "outside",
      isGuessed,
    ]);
    expect(reachOf(withInput(properties, { terms, effect: "write" }))).toEqual(["internal", false]);
  });
});

it("is worked out once for each contract", () => {
  const tool = contract();

  expect(flowOf(tool)).toBe(flowOf(tool));
});

it("has no marks where the contract is silent, and the same digest as before", () => {
  const tool = { name: "get-card", inputSchema: { type: "object" } };
  const plain = contractOf({ server: "cards", tool, overlay: { description: "x" } });

  expect(flowOf(plain).hasMarks).toBe(false);
  expect(plain.digest).toBe(
    "sha256:5583aff475be9f7a9f407fba2f1b24f1e4b96797a2a3ba0fbfea7ddbe9e625eb",
  );
});

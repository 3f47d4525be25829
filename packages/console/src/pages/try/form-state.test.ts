import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../ui/json.ts";
import { parseExact, printExact } from "./exact-json.ts";
import { FormState } from "./form-state.ts";
import { issuesByPart } from "./issues.ts";
import type { Part } from "./layout.ts";
import { sourceOf } from "./source-of.ts";

const tool = {
  server: "weather",
  name: "get",
  tool: "get",
  title: null,
  description: "",
  effect: "read",
  digest: "d",
  approval: null,
  hosts: [],
  sensitive: [],
  refusal: null,
} as const;

function open(input: Json, more: Partial<Parameters<typeof sourceOf>[0]> = {}) {
  const form = new FormState(sourceOf({ ...tool, ...more, input }));
  const part = (pointer: string): Part => {
    const found = partAt(form.root.peek(), pointer);
    if (found === undefined) throw new Error(`There is no part at ${pointer}.`);
    return found;
  };
  const type = (pointer: string, text: string): void => form.typeInto(leafOf(part(pointer)), text);
  return { form, part, type, text: () => form.text.peek() };
}

/** The part that has the control. */
function leafOf(part: Part): Part {
  return part.drawn.kind === "choice" ? leafOf(part.drawn.part) : part;
}

function formOf(schema: Json): unknown {
  return open(object({ x: schema })).part("/x").shape.form;
}

function partAt(part: Part, pointer: string): Part | undefined {
  if (part.pointer === pointer) return part;
  const { drawn } = part;
  if (drawn.kind === "choice") return partAt(drawn.part, pointer);
  if (drawn.kind !== "object" && drawn.kind !== "list") return undefined;
  return drawn.parts.map((each) => partAt(each, pointer)).find((each) => each !== undefined);
}

function object(properties: Json, more: Readonly<Record<string, Json>> = {}): Json {
  return { type: "object", properties, additionalProperties: false, ...more };
}

describe("left out, null and empty", () => {
  const note = object({ note: { type: ["string", "null"] }, count: { type: "integer" } });

  it("are three things", () => {
    const { form, part, type, text } = open(note);
    const unsent = text();
    type("/note", "");
    const empty = text();
    form.put(part("/note").path, { kind: "null" });
    const isNull = [text(), part("/note").drawn.kind];
    form.put(part("/note").path, undefined);

    expect([unsent, empty, isNull, text()]).toEqual([
      "{}",
      '{"note":""}',
      ['{"note":null}', "null"],
      "{}",
    ]);
  });

  it("leaves a number out once nothing is in its field", () => {
    const { type, text } = open(note);
    type("/count", "12");
    const sent = text();
    type("/count", " ");

    expect([sent, text()]).toEqual(['{"count":12}', "{}"]);
  });

  it("sends nothing while a field is not finished, and keeps what was typed", () => {
    const { type, text, part, form } = open(note);
    type("/count", "-");

    expect([text(), part("/count").value]).toEqual([undefined, { kind: "unfinished", text: "-" }]);
    expect(form.whole.text).toBe('{\n  "count": -\n}');
    expect(form.whole.flaw).toMatchObject({ line: 2 });
  });
});

describe("JSON of the whole", () => {
  const any = object({ a: { type: "integer" }, b: { type: "string" } });

  it("keeps digits, order and form, and the form follows", () => {
    const { form, part, text } = open(any);
    const typed = '{ "b": "x",\n "a": 12345678901234567890 }';
    form.typeWhole(typed);

    expect([form.whole.text, text()]).toEqual([typed, '{"b":"x","a":12345678901234567890}']);
    expect(part("/a").drawn.kind).toBe("input");
  });

  it("is not lost while it is broken, also when the form is looked at", () => {
    const { form, text, part } = open(any);
    form.typeWhole('{"b":"x"}');
    form.typeWhole('{"b":"x",');
    const broken = [form.whole.text, text(), part("/b").value];
    form.typeWhole('{"b":"x","a":1}');

    expect(broken).toEqual(['{"b":"x",', undefined, { kind: "text", value: "x" }]);
    expect(text()).toBe('{"b":"x","a":1}');
  });

  it("goes back to the last object if it is dropped", () => {
    const { form, text } = open(any);
    form.typeWhole('{"b":"x"}');
    form.typeWhole("[]");
    const flaw = form.whole.flaw;
    form.dropText();

    expect([flaw?.expected, text()]).toEqual(["an object", '{"b":"x"}']);
  });

  it("shows a value of another form as JSON, and an unknown member too", () => {
    const { form, part } = open(any);
    form.typeWhole('{"a":"twelve","c":[1]}');

    expect(part("/a").drawn).toEqual({ kind: "json", because: "value" });
    expect(part("/c")).toMatchObject({ isExtra: true, drawn: { kind: "json" } });
  });

  it("comes back from the form as it went in, whatever it is", () => {
    const { form } = open(any);
    const check = fc.check(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = printExact(exact(JSON.stringify(value)));
        form.typeWhole(text);
        form.put(["zz"], { kind: "null" });
        form.put(["zz"], undefined);
        return form.text.peek() === text || Object.hasOwn(value, "zz");
      }),
    );

    expect(check.counterexample).toBeNull();
  });
});

function exact(text: string) {
  const parsed = parseExact(text);
  if (parsed.kind === "flawed") throw new Error(text);
  return parsed.value;
}

describe("a choice", () => {
  const person = object(
    { kind: { const: "person" }, name: { type: "string" } },
    {
      required: ["kind", "name"],
    },
  );
  const fund = object(
    { kind: { const: "fund" }, name: { type: "string" } },
    {
      required: ["kind"],
      title: "A fund",
    },
  );
  const target = object({ to: { oneOf: [person, fund] } });

  it("begins with what can only be one thing, and titles tell its alternatives apart", () => {
    const { form, part, text } = open(target);
    const { form: shape } = part("/to").shape;
    form.choose(part("/to"), 1);

    expect(shape).toMatchObject({
      alternatives: [{ title: 'kind: "person"' }, { title: "A fund" }],
    });
    expect(text()).toBe('{"to":{"kind":"fund"}}');
  });

  it("gives back what was typed for an alternative", () => {
    const { form, part, type, text } = open(target);
    form.choose(part("/to"), 0);
    type("/to/name", "Ada");
    form.choose(part("/to"), 1);
    const other = text();
    form.choose(part("/to"), 0);

    expect([other, text()]).toEqual([
      '{"to":{"kind":"fund"}}',
      '{"to":{"kind":"person","name":"Ada"}}',
    ]);
  });

  it("is that of the value which came as JSON", () => {
    const { form, part } = open(target);
    form.typeWhole('{"to":{"kind":"fund","name":"x"}}');

    expect(part("/to").drawn).toMatchObject({ kind: "choice", chosen: 1 });
  });

  it("does not change while its value is typed", () => {
    const { form, part, type } = open(
      object({ v: { anyOf: [{ type: "string" }, { enum: ["a"] }] } }),
    );
    form.typeWhole('{"v":"b"}');
    type("/v", "a");

    expect(part("/v").drawn).toMatchObject({ kind: "choice", chosen: 0 });
  });

  it("forgets choices of items once one before them is removed", () => {
    const either = { anyOf: [{ type: "string" }, { type: "integer" }] };
    const { form, part, text } = open(object({ all: { type: "array", items: either } }));
    form.typeWhole('{"all":["a",1]}');
    form.choose(part("/all/1"), 0);
    form.put(["all", 0], undefined);

    expect(text()).toBe('{"all":[""]}');
    expect(part("/all/0").drawn).toMatchObject({ kind: "choice", chosen: 0 });
  });
});

describe("what is drawn", () => {
  it.each<[Json, object]>([
    [
      { type: "string", format: "date" },
      { kind: "text", form: "date" },
    ],
    [{ type: ["integer", "null"] }, { kind: "number", isInteger: true }],
    [{ anyOf: [{ type: "boolean" }, { type: "null" }] }, { kind: "boolean" }],
    [{ enum: [1, "a", null] }, { kind: "options" }],
    [{ oneOf: [{ const: 1, title: "One" }, { const: 2 }] }, { options: [{ title: "One" }, {}] }],
    [{ type: ["string", "integer"] }, { kind: "choice" }],
    [{ properties: { a: {} } }, { kind: "object" }],
    [{ allOf: [{ type: "object" }, { properties: { a: true } }] }, { fields: [{ name: "a" }] }],
    [{ type: "object", properties: {}, anyOf: [{ required: ["a"] }] }, { kind: "object" }],
    [
      { type: "array", prefixItems: [{}], items: false },
      { kind: "list", rest: undefined },
    ],
    [{ $ref: "#/properties/y" }, { kind: "json", because: "reference" }],
    [{ $ref: "https://example.com/x" }, { kind: "json", because: "reference" }],
    [{}, { kind: "json", because: "any" }],
    [
      { type: "string", not: {} },
      { kind: "json", because: "keyword" },
    ],
    [
      { type: "object", patternProperties: {} },
      { kind: "json", because: "keyword" },
    ],
    [
      { if: {}, type: "string" },
      { kind: "json", because: "keyword" },
    ],
    [false, { kind: "json", because: "keyword" }],
    [
      { const: 1, allOf: [{ const: 2 }] },
      { kind: "json", because: "keyword" },
    ],
  ])("%j", (schema, form) => {
    expect(formOf(schema)).toMatchObject(form);
  });

  it("follows a schema into itself for six levels, and then takes JSON", () => {
    const tree = object({ in: { $ref: "#" } });
    const { form, part } = open(tree);
    form.typeWhole(`${'{"in":'.repeat(8)}{}${"}".repeat(8)}`);

    expect(part("/in".repeat(5)).drawn.kind).toBe("object");
    expect(part("/in".repeat(6)).drawn).toEqual({ kind: "json", because: "recursion" });
  });

  it.each<[string, Json]>([
    ["into itself", { $ref: "#" }],
    [
      "in a circle",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    ],
    ["by an alternative", { anyOf: [{ $ref: "#" }, { type: "null" }] }],
    ["by many", { oneOf: [{ $ref: "#" }, { $ref: "#" }] }],
  ])("does not hang on a reference %s", (_, schema) => {
    expect(open(schema).form.root.peek().pointer).toBe("");
  });

  it("takes JSON for more than 200 fields, and for what follows on too many", () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, {}]));
    const { form, part } = open(object({ many: object(many), all: { type: "array" } }));
    const list = JSON.stringify(Array.from({ length: 201 }, () => 1));
    form.typeWhole(`{"many":{},"all":${list}}`);

    expect(part("/many").drawn).toEqual({ kind: "json", because: "many" });
    expect(part("/all").drawn).toEqual({ kind: "json", because: "many" });
  });

  it("names what the host fills in, and what is sensitive", () => {
    const input = object({ pin: { type: "string" }, at: object({}) });
    const { form, part } = open(input, {
      hosts: ["/properties/trace~1id", "/properties/at/properties/session_id"],
      sensitive: ["/properties/pin"],
    });
    form.typeWhole('{"at":{}}');

    expect(part("").drawn).toMatchObject({ form: { hosts: ["trace/id"] } });
    expect(part("/at").drawn).toMatchObject({ form: { hosts: ["session_id"] } });
    expect(part("/pin").shape.isSensitive).toBe(true);
  });

  it.each(["a\r\nb", "\ud800"])("shows a text that a field would change as JSON: %j", (value) => {
    const { form, part, text } = open(object({ x: { type: "string" } }));
    form.put(["x"], { kind: "text", value });

    expect(part("/x").drawn).toEqual({ kind: "json", because: "value" });
    expect(JSON.parse(text() ?? "")).toEqual({ x: value });
  });
});

describe("JSON of one part", () => {
  const input = object({ x: {}, n: { type: "integer" }, all: { type: "array", items: {} } });

  it("is sent once it is JSON, and left out once it is empty", () => {
    const { form, part, text } = open(input);
    form.typeJson(part("/x"), '{"a":');
    const broken = [text(), form.whole.text];
    form.typeJson(part("/x"), '{"a":1.0}');
    const whole = text();
    form.typeJson(part("/x"), " ");

    expect([broken, whole, text()]).toEqual([
      [undefined, '{\n  "x": {"a":\n}'],
      '{"x":{"a":1.0}}',
      "{}",
    ]);
  });

  it("stays JSON while it is typed in", () => {
    const { form, part } = open(input);
    form.typeWhole('{"n":"a"}');
    form.hold("/n");
    form.typeJson(part("/n"), "1");
    const during = part("/n").drawn.kind;
    form.hold(undefined);

    expect([during, part("/n").drawn.kind]).toEqual(["json", "input"]);
  });

  it("keeps an item, also while nothing is in it", () => {
    const { form, part, text } = open(input);
    form.typeWhole('{"all":[1,2]}');
    form.typeJson(part("/all/0"), "");

    expect([text(), part("/all").value]).toMatchObject([undefined, { items: [{}, {}] }]);
  });
});

describe("an issue", () => {
  const { form } = open(
    object({ a: { type: "string" }, all: { type: "array", items: object({}) } }),
  );
  form.typeWhole('{"all":[{}]}');
  const root = form.root.peek();
  const places = (...issues: Parameters<typeof issuesByPart>[1]) => [
    ...issuesByPart(root, issues).keys(),
  ];

  it.each([
    ["its field", { pointer: "/a", message: "m" }, ["/a"]],
    ["the field that is missing", { pointer: "", message: "m", missing: ["a"] }, ["/a"]],
    ["the part around it", { pointer: "/all/0/x/y", message: "m" }, ["/all/0"]],
    ["the whole", { pointer: "/none", message: "m" }, [""]],
    [
      "the whole, for a missing name without a field",
      { pointer: "", message: "m", missing: ["z"] },
      [""],
    ],
  ])("is shown at %s", (_, issue, expected) => {
    expect(places(issue)).toEqual(expected);
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrict } from "./parse-strict.ts";
import { readMessage } from "./read-message.ts";

const data = new URL("../../../../../shared/data/", import.meta.url);
const rows = readRows("attack-cases/json_rpc_smuggling.jsonl");
const files = new URL("json-test-suite/test_parsing/", data);
const names = existsSync(files) ? readdirSync(files) : [];

function readRows(path: string): readonly JsonObject[] {
  const file = new URL(path, data);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => parseJson(line)).filter((row) => isJsonObject(row));
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads as the entrances do: invalid UTF-8 never becomes text. */
function readBytes(bytes: Uint8Array) {
  try {
    return parseStrict(utf8.decode(bytes));
  } catch {
    return { kind: "refused", because: "syntax" } as const;
  }
}

function call(params: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
}

function listing(params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params });
}

describe("readMessage", () => {
  it("accepts an ordinary call", () => {
    expect(readMessage(call('{"name":"a","arguments":{"b":":\\\\\\":"}}'))).toMatchObject({
      kind: "message",
      message: { params: { name: "a", arguments: { b: ':\\":' } } },
    });
  });

  it.each([
    ["a key twice", call('{"name":"a","name":"b"}'), "keys"],
    ["a key in two spellings", call('{"name":"a","\\u006eame":"b"}'), "keys"],
    ["a deep key twice", call('{"name":"a","arguments":{"x":[{"y":1,"y":1}]}}'), "keys"],
    ["__proto__", call('{"name":"a","arguments":{"__proto__":{}}}'), "keys"],
    ["a number no double holds", call('{"name":"a","arguments":{"n":9007199254740993}}'), "digits"],
    ["an infinite number", call('{"name":"a","arguments":{"n":1e999}}'), "digits"],
    ["half a surrogate pair", call('{"name":"a","arguments":{"s":"\\ud800"}}'), "surrogates"],
    ["half a pair in a key", call('{"name":"a","arguments":{"\\ud800":1}}'), "surrogates"],
    [
      "depth",
      call(`{"name":"a","arguments":{"d":${"[".repeat(70)}${"]".repeat(70)}}}`),
      "64 levels",
    ],
    ["text behind the message", `${call('{"name":"a"}')} {}`, "valid JSON"],
  ])("refuses %s as JSON that parsers read differently", (_, text, reason) => {
    const message: unknown = expect.stringContaining(reason);
    expect(readMessage(text)).toMatchObject({ kind: "refused", code: -32_700, message });
  });

  it.each([
    ["a batch", "[]"],
    ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ["a capital in a key", '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}'],
    ["a fraction as id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'],
    ["null as id", '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ["no method", '{"jsonrpc":"2.0","id":1}'],
  ])("refuses %s as no message", (_, text) => {
    expect(readMessage(text)).toMatchObject({ kind: "refused", code: -32_600 });
  });

  it.each(['{"Name":"a","name":"b"}', '{"name":"a","arguments":"{}"}', "[]"])(
    "refuses the params %s",
    (params) => {
      expect(readMessage(call(params))).toMatchObject({ kind: "refused", code: -32_602 });
    },
  );

  it("limits the number of answers", () => {
    const keys = Array.from({ length: 101 }, (_, index) => [`k${index}`, 1] as const);
    const inputResponses = Object.fromEntries(keys);

    expect(readMessage(listing({ inputResponses }))).toMatchObject({ code: -32_602 });
  });

  it("limits the number of params", () => {
    const keys = Array.from({ length: 101 }, (_, index) => [`k${index}`, 1]);

    expect(readMessage(listing(Object.fromEntries(keys)))).toMatchObject({ code: -32_602, id: 1 });
    expect(readMessage(listing(Object.fromEntries(keys.slice(1))))).toMatchObject({
      kind: "message",
    });
  });

  it("accepts long digits outside numbers", () => {
    expect(
      readMessage(
        call('{"name":"a","arguments":{"card":"4111111111111111111","f":0.1234567890123456}}'),
      ),
    ).toMatchObject({ kind: "message" });
  });
});

describe("parseStrict", () => {
  it.each([0.1 + 0.2, 0.9444218515250481, -123.45678901234567, 1.2345678901234566e-7])(
    "accepts the fraction %d",
    (number) => {
      expect(parseStrict(`[${number}]`)).toEqual({ kind: "value", value: [number] });
    },
  );

  it.each([
    "9007199254740993.3",
    "9007199254740993e0",
    "900719925474099.31e1",
    "-3.14159265358979323846",
    "1e-400",
    "1.23456e-320",
    `0.${"1".repeat(101)}`,
  ])("refuses %s, which loses digits", (number) => {
    expect(parseStrict(`[${number}]`)).toEqual({ kind: "refused", because: "number" });
  });

  it.each(["0.10000000000000001", "1e20", "5e-324", "-0.00000000000000000000", "0e-999"])(
    "accepts %s, which a double holds",
    (number) => {
      expect(parseStrict(`[${number}]`)).toEqual({ kind: "value", value: [Number(number)] });
    },
  );

  it("accepts every fraction with any number of digits", () => {
    const fraction = fc
      .double({ min: -1e15, max: 1e15, noNaN: true })
      .filter((number) => !Number.isInteger(number));
    fc.assert(
      fc.property(fraction, (number) => {
        expect(parseStrict(JSON.stringify([number]))).toEqual({ kind: "value", value: [number] });
      }),
    );
  });

  it("accepts everything that JSON can express, and returns it unchanged", () => {
    const writable = fc
      .jsonValue({ maxDepth: 5 })
      .filter((value) => JSON.stringify(value).isWellFormed());
    fc.assert(
      fc.property(writable, (given) => {
        const text = JSON.stringify(given);
        const reading = parseStrict(text);
        const outcome = reading.kind === "value" ? JSON.stringify(reading.value) : reading.because;
        expect([text, "number", "reserved-key", "broken-text"]).toContain(outcome);
      }),
    );
  });
});

describe.skipIf(rows.length === 0)("the smuggling rows (skipped without the data folder)", () => {
  const known = ["read_file", "pay", "write_row"];
  const judged = rows.flatMap(({ id, why, expect: label, body }) =>
    typeof body === "string" ? [{ id, why, label, body }] : [],
  );

  it.each(judged)("$id $why", ({ label, body }) => {
    const reading = readMessage(body);
    const params = reading.kind === "message" ? own(reading.message, "params") : undefined;
    const name = isJsonObject(params) ? own(params, "name") : undefined;
    // A well-formed call of an unknown tool is refused by the registry, which matches names
    // exactly.
    const isAccepted =
      reading.kind === "message" && (name === undefined || known.some((each) => each === name));

    expect(isAccepted).toBe(label === "accept");
  });
});

describe.skipIf(names.length === 0)("JSONTestSuite (skipped without the data folder)", () => {
  const texts = names.map((name) => ({
    name,
    bytes: readFileSync(new URL(encodeURIComponent(name), files)),
  }));

  it.each(texts.filter(({ name }) => name.startsWith("n_")))("refuses $name", ({ bytes }) => {
    expect(readBytes(bytes).kind).toBe("refused");
  });

  it.each(texts.filter(({ name }) => name.startsWith("y_")))(
    "accepts $name, unless parsers differ on it",
    ({ bytes }) => {
      const reading = readBytes(bytes);
      const isFine = reading.kind === "value" || reading.because !== "syntax";
      expect(isFine).toBe(true);
    },
  );
});

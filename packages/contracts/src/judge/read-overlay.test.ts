import { threadCpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../errors/refusal.ts";
import { readOverlay } from "./read-overlay.ts";

function problemOf(text: string): string {
  try {
    readOverlay(text, "a.yaml");
    return "none";
  } catch (error) {
    return isRefusal(error) ? error.message : "bug";
  }
}

describe("readOverlay", () => {
  it("reads a description, schemas and terms", () => {
    const { overlay } = readOverlay(
      "description: Finds.\ninput: { type: object }\nterms: { tags: [a], cacheable: false }\n",
      "a.yaml",
    );

    expect(overlay).toEqual({
      description: "Finds.",
      input: { type: "object" },
      terms: { tags: ["a"], cacheable: false },
    });
  });

  it("reads a name for callers", () => {
    expect(readOverlay("name: find.contact_1-a\n", "a.yaml").overlay).toEqual({
      name: "find.contact_1-a",
    });
  });

  it.each(["a b", "", "a/b", "\u0430bc", "a".repeat(129)])("refuses the name %j", (name) => {
    expect(problemOf(JSON.stringify({ name }))).toContain("Write the name as 1 to 128 letters");
  });

  it("reads the source of structured content, and the inferred parts", () => {
    const { overlay } = readOverlay("result: json-text\ninferred: { samples: 12 }\n", "a.yaml");

    expect(overlay).toEqual({ result: "json-text", inferred: { samples: 12 } });
  });

  it("reads keys that all begin with a slash as marks, which replace no schema", () => {
    const text = "output:\n  /mails/*/body: { origin: third-party }\nterms: { reach: outside }\n";

    expect(readOverlay(text, "a.yaml").overlay).toEqual({
      terms: { reach: "outside", output: { "/mails/*/body": { origin: "third-party" } } },
    });
  });

  it("reads marks under the terms, beside a schema", () => {
    const text = "input: { type: object }\nterms: { input: { /to: { role: destination } } }\n";

    expect(readOverlay(text, "a.yaml").overlay).toEqual({
      input: { type: "object" },
      terms: { input: { "/to": { role: "destination" } } },
    });
  });

  it.each(["", "# nothing yet\n", "{}"])("accepts an empty overlay: %j", (text) => {
    expect(readOverlay(text, "a.yaml").overlay).toEqual({});
  });

  it.each([
    [
      "a key that does not exist",
      "description: x\ninptu: {}\n",
      /^a\.yaml:2:1 An overlay has no such key/,
    ],
    ["a key out of every object", "constructor: {}\n", /^a\.yaml:1:1 An overlay has no such key/],
    [
      "a term that does not exist",
      "terms:\n  tags: [a]\n  tag: b\n",
      /^a\.yaml:3:3 There is no such term/,
    ],
    ["a term of the wrong kind", "terms:\n  cacheable: 3\n", /^a\.yaml:2:3 There is no such term/],
    [
      "a schema that is no object",
      "input: true\n",
      /^a\.yaml:1:1 Write the input schema as an object\./,
    ],
    [
      "a mixture of schema and marks",
      "input:\n  type: object\n  /to: { role: destination }\n",
      /^a\.yaml:3:3 This is neither a schema nor marks: begin every key with a slash, or write the marks under `terms: \{ input: … \}`\./,
    ],
    [
      "a mark without a meaning",
      "input:\n  /to: { kind: email }\n",
      /^a\.yaml:2:3 Give a role, one of destination, target/,
    ],
    [
      "an unknown word in a mark",
      "output:\n  /a: { sensitivity: personal }\n",
      /^a\.yaml:2:9 Give one of secret, pii\./,
    ],
    [
      "a mark of the other part",
      "terms:\n  output:\n    /a: { role: target }\n",
      /^a\.yaml:3:11 A mark here has only origin, kind, sensitivity\./,
    ],
    [
      "a pointer that cannot be read",
      "output: { /a~2: { origin: third-party } }\n",
      /^a\.yaml:1:11 Write `~0` for a tilde/,
    ],
    [
      "marks in two places",
      "input: { /a: { role: code } }\nterms: { input: { /b: { role: code } } }\n",
      /^a\.yaml:1:1 Write the marks in one place/,
    ],
    ["an unknown reach", "terms: { reach: inside }\n", /^a\.yaml:1:10 There is no such term/],
    ["a result made of anything", "result: html\n", /^a\.yaml:1:1 Say what the structured content/],
    ["samples without a count", "inferred: { samples: few }\n", /^a\.yaml:1:1 Say how many/],
    ["more about samples", "inferred: { samples: 1, by: me }\n", /^a\.yaml:1:1 Say how many/],
    ["a key given twice", "input: {}\ninput: {}\n", /^a\.yaml:2:1 This key is given twice/],
    ["broken YAML", "input: [\n", /^a\.yaml:\d+:\d+ Write this as plain YAML\./],
    ["a list", "- a\n", /^a\.yaml:1:1 Write an overlay as keys and values\./],
    ["an alias", "input: &a { type: object }\noutput: *a\n", /^a\.yaml:1:1 Write every value out/],
    ["a tag", "description: !!js x\n", /^a\.yaml:1:14 Write this as plain YAML\./],
    ["a number without end", "input: { maximum: .inf }\n", /^a\.yaml:1:1 Use a finite number\./],
    [
      "two documents",
      "input: {}\n---\noutput: {}\n",
      /^a\.yaml:\d+:\d+ Write this as plain YAML\./,
    ],
  ])("refuses %s, with the position", (_, text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });

  // The library compared all keys pairwise: a megabyte took minutes, and six times the keys took
  // twenty times as long.
  it("reads in time proportional to the number of keys", { timeout: 20_000 }, () => {
    expect(leastCpuMsOf(6_000) / leastCpuMsOf(1_000)).toBeLessThan(15);
  });
});

/** Returns the least of several measures: a collection of garbage only adds to one. */
function leastCpuMsOf(count: number): number {
  return Math.min(...Array.from({ length: 5 }, () => cpuMsOf(count)));
}

/** Measures the CPU time of reading this many keys, independent of other load on the machine. */
function cpuMsOf(count: number): number {
  const keys = Array.from({ length: count }, (_, index) => `k${index}: 1\n  `);
  const begun = threadCpuUsage();
  expect(problemOf(`input:\n  ${keys.join("")}k0: 2\n`)).toContain(":3 This key is given twice");
  const { user, system } = threadCpuUsage(begun);
  return (user + system) / 1_000;
}

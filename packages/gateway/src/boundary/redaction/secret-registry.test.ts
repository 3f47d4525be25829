import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHoldSecret } from "../secrets/secret.ts";
import { SecretRegistry } from "./secret-registry.ts";

const holdSecret = createHoldSecret(Buffer.alloc(32));

function registryOf(...values: readonly string[]): SecretRegistry {
  const registry = new SecretRegistry();
  for (const value of values) registry.hold(holdSecret(value));
  return registry;
}

const value = 'tök/en+4"7\n?&= tail of the secret';
const registry = registryOf(value);
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const escaped = (text: string): string =>
  Buffer.from(text).toString("hex").toUpperCase().replaceAll(/../g, "%$&");

const hexWith = (between: string, before = ""): string =>
  Array.from(Buffer.from(value), (byte) => before + byte.toString(16).padStart(2, "0")).join(
    between,
  );

/** By whole groups of five bytes, so independent of the code under test. */
function base32(text: string): string {
  const bytes = Buffer.from(text);
  const groups = Array.from({ length: Math.ceil(bytes.length / 5) }, (_, index) => {
    const five = Buffer.alloc(5);
    bytes.copy(five, 0, index * 5);
    return BigInt(`0x${five.toString("hex")}`)
      .toString(32)
      .padStart(8, "0");
  });
  return groups.join("").replaceAll(/[0-9a-v]/g, (digit) => {
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(digit, 32)] ?? "";
  });
}

/** Ways to write one ASCII character. */
const escapings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => `\\u00${hexOf(character)}`,
  (character) => `\\u{${hexOf(character).toUpperCase()}}`,
  (character) => `\\x${hexOf(character)}`,
  (character) => `%${hexOf(character).toUpperCase()}`,
  (character) => `&#x${hexOf(character)};`,
  (character) => `&#00${character.charCodeAt(0)};`,
  (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`,
  (character) => `%25${hexOf(character)}`,
  (character) => `&amp;#${character.charCodeAt(0)};`,
];

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, "0");
}

describe("SecretRegistry", () => {
  it("redacts a secret with any of its characters escaped in any way", () => {
    const secret = "sk-Live_41/aB+9=zQ&more~word";
    const one = registryOf(secret);
    const choices = fc.array(fc.nat({ max: escapings.length - 1 }), {
      minLength: secret.length,
      maxLength: secret.length,
    });

    fc.assert(
      fc.property(choices, (chosen) => {
        const written = Array.from(
          secret,
          (character, index) => escapings[chosen[index] ?? 0]?.(character) ?? character,
        );

        expect(one.hide(`before ${written.join("")} after`)).toEqual({
          text: "before *** after",
          count: 1,
        });
      }),
    );
  });

  it("leaves other escapes as they are", () => {
    const text = "100 % of \\u00e4 &amp; \\n &unknown; %zz C:\\users\\100";

    expect(registry.hide(text)).toEqual({ text, count: 0 });
  });

  it.each([
    ["as it is", value],
    ["inside JSON", JSON.stringify({ log: `sent ${value}.` })],
    ["inside JSON inside JSON", JSON.stringify({ log: JSON.stringify([value]) })],
    ["inside JSON of ASCII only", JSON.stringify(value).replaceAll("ö", "\\u00f6")],
    ["inside JSON with escaped slashes", JSON.stringify(value).replaceAll("/", "\\/")],
    ["in a URL", `https://example.com/?q=${encodeURIComponent(value)}&x=1`],
    [
      "in a URL with small escapes",
      encodeURIComponent(value).replaceAll(/%../g, (e) => e.toLowerCase()),
    ],
    ["in a URL inside a URL", encodeURIComponent(encodeURIComponent(value))],
    ["in a form", new URLSearchParams({ q: value }).toString()],
    ["in base64", base64(value)],
    ["in base64, second byte", base64(`x${value}`)],
    ["in base64, third byte", base64(`xy${value}`)],
    ["in base64 with more around it", base64(`user:${value}:more`)],
    ["in base64 of URLs", Buffer.from(`abc${value}`).toString("base64url")],
    ["in base64 of base64", base64(base64(`user:${value}`))],
    [
      "in base64 of base64 of URLs, with more around",
      base64(`a=${Buffer.from(value).toString("base64url")};`),
    ],
    ["in a URL with every byte escaped", escaped(value)],
    ["in a URL with every byte escaped small", escaped(value).toLowerCase()],
    ["in hex", Buffer.from(value).toString("hex")],
    ["in large hex", Buffer.from(value).toString("hex").toUpperCase()],
    ["cut after twenty characters", value.slice(0, 20)],
    ["in hex with colons", hexWith(":")],
    ["in hex with blanks, large", hexWith(" ").toUpperCase()],
    ["in a list of bytes", hexWith(", ", "0x")],
    ["in base32", base32(value)],
    ["in base32 at another byte, small", base32(`xyz${value}`).toLowerCase()],
  ])("redacts a live secret %s", (_name, text) => {
    const redacted = registry.hide(`before ${text} after`);

    expect(redacted.count).toBe(1);
    expect(redacted.text).toMatch(/^before .*\*\*\*.* after$/);
    expect(redacted.text).not.toContain("tail of the secret");
  });

  it("returns texts without a secret unchanged", () => {
    expect(registry.hide("tök/en and other words")).toEqual({
      text: "tök/en and other words",
      count: 0,
    });
  });

  it("redacts two overlapping secrets completely", () => {
    expect(registryOf("abcdefgh", "efghijkl").hide("-abcdefghijkl-").text).toBe("-***-");
    expect(registryOf("abc", "abcdef").hide("abcdef abc").text).toBe("*** ***");
  });

  it("redacts even a very short secret", () => {
    expect(registryOf("x", "a.c", "$&").hide("axc a.c $& abc").text).toBe("a***c *** *** abc");
  });

  it.each([
    ["one that goes on with it", ["begin-alike", "begin-alike-and-so-on"]],
    [
      "many that begin alike",
      Array.from({ length: 40 }, (_, n) => `the-same-twenty-characters-${n}`),
    ],
  ])("redacts the whole secret beside %s", (_name, values) => {
    const some = registryOf(...values);

    for (const each of values) expect(some.hide(`-${each}-`).text).toBe("-***-");
  });

  it.each([
    ["what stands behind the word that says how", "Token 93f1c2d4e5", "93f1c2d4e5"],
    ["a password", `Basic ${base64("grace:hunter-22")}`, "hunter-22"],
    ["a password in base64 of its own", `Basic ${base64("grace:hunter-22")}`, base64("hunter-22")],
  ])("treats a secret as a header, and redacts %s too", (_name, header, said) => {
    expect(registryOf(header).hide(`you sent ${said}, thanks`).text).not.toContain(
      said.slice(0, 8),
    );
  });

  it.each(["\n", "\r\n"])("redacts base64 that is wrapped into lines by %j", (lineBreak) => {
    const long = `tok-${"93f1c2d4e5".repeat(30)}`;
    const some = registryOf(long, "a-short-secret-77");
    for (let before = 0; before < 80; before += 1) {
      const code = base64(`${"x".repeat(before)}${long}; a-short-secret-77; ${"y".repeat(99)}`);
      const lines = code.match(/.{1,76}/g)?.join(lineBreak) ?? "";

      const shown = some.hide(`begin\n${lines}\nend`).text;

      const left = Buffer.from(shown.replaceAll("***", ""), "base64").toString("latin1");
      expect(left).not.toMatch(/c2d4|secret/);
    }
  });

  it("does not redact single words of a two-word secret", () => {
    expect(registryOf("production environment").hide("the environment").count).toBe(0);
  });

  it("ignores an empty secret", () => {
    expect(registryOf("").hide("abc")).toEqual({ text: "abc", count: 0 });
  });

  it("redacts an all-digit secret printed as a number", () => {
    const some = registryOf("0048151623", "123456789012345678901234");

    expect(some.hide("48151623, 1.2345678901234569e+23").text).toBe("***, ***");
  });

  it("stops matching a number after its last hold is released", () => {
    const shared = new SecretRegistry();
    const holds = ["48151623", "48151623"].map((digits) => shared.holdValue(digits));
    const inTexts = shared.holdText("48151623");

    for (const hold of holds) {
      expect(shared.numbers.has(48_151_623)).toBe(true);
      hold[Symbol.dispose]();
      hold[Symbol.dispose]();
    }

    expect(shared.numbers.has(48_151_623)).toBe(false);
    expect(shared.numbers.isEmpty()).toBe(true);
    expect(shared.hide("48151623").count).toBe(1);
    inTexts[Symbol.dispose]();
    expect(shared.hide("48151623").count).toBe(0);
  });

  it("stops redacting a secret after its last hold is released", () => {
    const shared = new SecretRegistry();
    const first = shared.hold(holdSecret("the-password"));
    const second = shared.hold(holdSecret("the-password"));

    first[Symbol.dispose]();
    first[Symbol.dispose]();
    expect(shared.hide("the-password").count).toBe(1);

    second[Symbol.dispose]();
    expect(shared.hide("the-password").count).toBe(0);
  });
});

const secrets = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }), {
  minLength: 1,
  maxLength: 8,
});
const encodings = [
  (text: string) => text,
  (text: string) => JSON.stringify(text).slice(1, -1),
  (text: string) => encodeURIComponent(text),
];

describe("SecretRegistry, with arbitrary secrets", () => {
  it("leaves no secret in its output, regardless of the surrounding text", () => {
    const around = fc.array(fc.oneof(fc.string(), fc.nat({ max: 7 })));
    fc.assert(
      fc.property(secrets, around, fc.constantFrom(...encodings), (values, parts, encode) => {
        const text = parts
          .map((part) =>
            typeof part === "number" ? encode(values[part % values.length] ?? "") : part,
          )
          .join("");
        const { text: redacted } = registryOf(...values).hide(text);

        for (const each of redacted.split("***")) {
          for (const secret of values) expect(each).not.toContain(encode(secret));
        }
      }),
    );
  });

  it("redacts base64 and hex at any alignment", () => {
    const long = fc.string({ unit: "grapheme", minLength: 8, maxLength: 90 });
    fc.assert(
      fc.property(
        long,
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (secret, a, b) => {
          const bytes = Buffer.from(a + secret + b);
          const one = registryOf(secret);

          for (const encoding of ["base64", "base64url", "hex"] as const) {
            expect(one.hide(bytes.toString(encoding)).count).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});

import { isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { loadConfig } from "./load.ts";

const secret = "hunter2-hunter2-hunter2-hunter2-hunter2";

function outcome(text: string, environment: Readonly<Record<string, string>> = {}): string {
  try {
    loadConfig(text, { file: "a.yaml", environment });
    return "loaded";
  } catch (error) {
    return isRefusal(error) ? error.message : "bug";
  }
}

/** Characters with a meaning in YAML, and some with a meaning to terminals. */
const hostileText = fc.string({
  unit: fc.constantFrom(
    ...Array.from("ab1:{}[]&*!|>%@`\"'#,-?~<.\n\r\t \u0000\u001b\u2028\ufeff\ud800"),
  ),
  maxLength: 60,
});

const words = fc.constantFrom(
  "toolbox",
  "myai",
  "mcps",
  "tools",
  "name",
  "mode",
  "dynamic",
  "env",
  "url",
  "server",
  "timeout",
  "clauses",
  "local",
  "transport",
  "stdio",
  "command",
  "__proto__",
  "constructor",
  "<<",
  "${X}",
);

const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 5 },
    words,
    fc.constantFrom(null, true, 0, -1, 1.5, Number.NaN, "", secret),
    fc.array(tie("anything"), { maxLength: 3 }),
    fc.dictionary(words, tie("anything"), { maxKeys: 4 }),
  ),
}));

it("returns a configuration or a refusal for every text", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(outcome(text)).not.toBe("bug");
    }),
  );
});

it("returns a configuration or a refusal for every structure, and quotes no long value", () => {
  fc.assert(
    fc.property(anything, anything, (toolbox, server) => {
      const answer = outcome(stringify({ toolbox, server }, { aliasDuplicateObjects: false }));

      expect(answer).not.toBe("bug");
      expect(answer).not.toContain(secret);
    }),
  );
});

it("returns a configuration or a refusal for every variable, with one line per mistake", () => {
  const path = fc.array(fc.oneof(words, fc.constantFrom("0", "1", "")), { maxLength: 5 });
  fc.assert(
    fc.property(path, hostileText, (steps, value) => {
      const name = ["TOOLCOURT", ...steps].join("__").toUpperCase();
      const answer = outcome("toolbox: { mcps: [{}], tools: [{ name: a }] }", { [name]: value });

      expect(answer).not.toBe("bug");
      expect(answer.split("\n").every((line) => /^"?(a\.yaml|TOOLCOURT)/.test(line))).toBe(true);
    }),
  );
});

// The reader of YAML, and of the configuration that is written in it.
import { YamlText } from "@toolcourt/contracts/internal/documents/document";
import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { loadConfig } from "@toolcourt/gateway/internal/config/load";
import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { promised } from "../target.ts";

export const covers = /\/(?:contracts\/src\/documents|gateway\/src\/config)\//;

export const seeds: readonly string[] = [
  "toolbox:\n  local: [workspace]\n  tools:\n    - name: hello\n",
  'mcps:\n  - name: weather\n    url: "https://example.com/mcp"\n    mode: strict\nserver: { port: 3000 }\n',
  "a: &x 1\nb: *x\n",
  "%YAML 1.1\n---\nkey: !!str |\n  text\n  more\n...\n",
  "? [a, b]\n: {c: d}\nkey: 'it''s'\nkey: \"\\u0041\"\n",
  "egress: { allow: [{ host: api.example.com, methods: [GET] }] }\naudit: { retention: 30d }\n",
];

export const words: readonly string[] = [
  "toolbox",
  "mcps",
  "server",
  "egress",
  "audit",
  "policy",
  "stores",
  "host",
  "telemetry",
  "local",
  "tools",
  "name",
  "url",
  "stdio",
  "mode",
  "port",
  "auth",
  "keys",
  "allow",
  "approvals",
  "timeout",
  "retention",
  "require",
  "redis",
  "url",
  "level",
  "connections",
  "redaction",
  "results",
]
  .map((word) => `${word}: `)
  .concat(
    "\n  ",
    "\n- ",
    "- ",
    ": ",
    "? ",
    "| \n",
    "> \n",
    "&a ",
    "*a",
    "!!binary ",
    "<<: ",
    "---\n",
    "...\n",
    "%TAG ! x:\n",
    "# c\n",
    "\t",
    "[",
    "]",
    "{",
    "}",
    ",",
    "'",
    '"',
    "~",
    "null",
    "true",
    "0x1F",
    ".inf",
    "1e3",
    "__proto__: ",
    "constructor: ",
    "${SECRET}",
    "\u0000",
    "\u2028",
    "\\x00",
  );

/** YAML text. */
export function fuzz(data: Buffer): void {
  const text = data.toString();
  const yaml = new YamlText(text);
  const lines = text.split(/\r\n|\r|\n/).length;
  for (const { line, column, message } of yaml.flaws) {
    promised(line >= 1 && line <= lines + 1 && column >= 1, "A flaw has a place in the text.");
    promised(!/\p{Cc}/u.test(message), "A message has no text from the file.");
  }
  if (yaml.value === undefined) promised(yaml.flaws.length > 0, "What is not read has a reason.");
  else assertRead(yaml, yaml.value, lines);
  refusesOnly(text);
}

function assertRead(yaml: YamlText, value: JsonObject, lines: number): void {
  for (const path of pathsIn(value)) {
    const { line } = yaml.positionOf(path, "key");
    promised(line >= 1 && line <= lines + 1, "A value has a place in the text.");
  }
  if (yaml.flaws.length > 0) return;
  // JSON is YAML, so what was read can be written as JSON and read again.
  const text = JSON.stringify(value);
  const again = JSON.stringify(new YamlText(text).value);
  promised(again === text, "Its own spelling means something else.");
}

function refusesOnly(text: string): void {
  try {
    loadConfig(text, { file: "toolcourt.yaml", environment: {} });
  } catch (error) {
    if (!hasCode(error, "config-invalid")) throw error;
    promised(error.details.problems.length > 0, "A refusal names what is wrong.");
  }
}

function pathsIn(value: JsonValue, path: readonly (string | number)[] = []): (string | number)[][] {
  if (path.length > 6) return [];
  const children: readonly (readonly [string | number, JsonValue])[] = Array.isArray(value)
    ? value.map((each: JsonValue, index) => [index, each])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return children
    .slice(0, 50)
    .flatMap(([key, each]) => [[...path, key], ...pathsIn(each, [...path, key])]);
}

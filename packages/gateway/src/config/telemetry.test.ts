import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { expect, it } from "vitest";
import { loadConfig } from "./load.ts";

function problemsOf(telemetry: string): readonly string[] {
  try {
    const text = `toolbox: {}\ntelemetry: ${telemetry}`;
    loadConfig(text, { file: "f", environment: { TOKEN: "opensesame", LINES: "a\nb: c" } });
    return [];
  } catch (error) {
    return hasCode(error, "config-invalid") ? error.details.problems : [String(error)];
  }
}

it.each([
  "{}",
  "{ metrics: {} }",
  "{ metrics: { host: '::1' } }",
  `{ metrics: { host: 0.0.0.0, token_sha256: ${"a".repeat(64)} } }`,
  "{ otlp: { url: 'https://otel.example/v1/traces', headers: { X-Key: 'Bearer ${TOKEN}' } } }",
])("accepts %s", (telemetry) => {
  expect(problemsOf(telemetry)).toEqual([]);
});

it.each([
  ["{ metrics: { host: 10.0.0.1 } }", "metrics.host: Listen on 127.0.0.1, ::1 or localhost"],
  ["{ metrics: { token_sha256: opensesame } }", "metrics.token_sha256: Expected the SHA-256"],
  ["{ otlp: {} }", "otlp.url: This is missing"],
  ["{ otlp: { url: 'https://u:opensesame@otel.example' } }", "otlp.url: Leave out user"],
  [
    "{ otlp: { url: 'http://a', sample_ratio: 1.5 } }",
    "otlp.sample_ratio: Expected a share from 0 to 1",
  ],
  ["{ otlp: { url: 'http://a', headers: { 'a b': c } } }", "This cannot be the name of a header"],
  ["{ otlp: { url: 'http://a', headers: { a: '${NOBODY}' } } }", "has no variable NOBODY"],
  ["{ otlp: { url: 'http://a', headers: { a: '${LINES}' } } }", "A header is one line"],
])("refuses %s", (telemetry, problem) => {
  expect(problemsOf(telemetry)).toEqual([expect.stringContaining(problem)]);
  expect(problemsOf(telemetry).join()).not.toContain("opensesame");
});

import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { effectiveSettings } from "./effective.ts";
import { defaultConfig, loadConfig } from "./load.ts";

const source = { file: "toolcourt.yaml", environment: { MODEL_KEY: "k-0123456789" } };

function textOf(host: string): string {
  return `toolbox: { local: [workspace] }\nhost: ${host}`;
}

function problemsOf(host: string): readonly string[] {
  try {
    loadConfig(textOf(host), source);
    return [];
  } catch (error) {
    return hasCode(error, "config-invalid") ? error.details.problems : [String(error)];
  }
}

const url = "https://models.example/v1";

describe("the host configuration", () => {
  it("uses no model, quotes, and no MCP tool by default", () => {
    expect(defaultConfig().host).toEqual({ planner: "builtin", summary: "extractive", ask: false });
  });

  it("may use a model, whose key comes from the environment", () => {
    const model = `{ url: "${url}", name: small, key: "\${MODEL_KEY}", timeout: PT5S }`;

    expect(loadConfig(textOf(`{ planner: model, model: ${model} }`), source).host.model).toEqual({
      url: new URL(url),
      name: "small",
      key: "k-0123456789",
      timeoutMs: 5_000,
      temperature: 0,
    });
  });

  it("never quotes a key from the file", () => {
    const shown = effectiveSettings(
      textOf(`{ model: { url: "${url}", name: a, key: k-0123456789 } }`),
      source,
    );

    expect(JSON.stringify(shown)).not.toContain("k-0123456789");
  });

  it.each([
    ["{ planner: model }", /host\.planner: Name the planning model/],
    ["{ summary: paraphrase }", /host\.summary: Only a model/],
    [`{ model: { url: "${url}" } }`, /host\.model\.name: This is missing/],
    [`{ model: { url: "${url}?a=b", name: a } }`, /host\.model\.url: Leave out the query/],
    [`{ model: { url: "https://a:b@models.example", name: a } }`, /host\.model\.url: .*password/],
    [`{ model: { url: "http://models.example", name: a, key: k } }`, /host\.model\.key: .*https/],
    [`{ model: { url: "${url}", name: a, key: "\${NOTHING}" } }`, /host\.model\.key: The env/],
    [`{ model: { url: "${url}", name: a, key: "a b" } }`, /host\.model\.key: A key is one word/],
    ["{ effects: [reads] }", /host\.effects\[0\]/],
    ["{ planer: model }", /host\.planer: There is no such key/],
  ])("is refused with the position of the mistake: %s", (host, expected) => {
    expect(problemsOf(host)).toEqual([expect.stringMatching(expected)]);
  });

  it("may use a local model with a key and without https", () => {
    const model = `{ url: "http://127.0.0.1:8080/v1", name: a, key: k }`;

    expect(problemsOf(`{ planner: model, summary: paraphrase, model: ${model} }`)).toEqual([]);
  });
});

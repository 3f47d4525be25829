import { readFileSync } from "node:fs";
import { childOf, keysOf } from "@toolcourt/contracts/internal/documents/keys";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { configSchema } from "./config.ts";
import { loadConfig } from "./load.ts";

// The page is handwritten, so this test compares it with the code.

const page = readFileSync(
  new URL("../../../../docs/configuration.md", import.meta.url),
  "utf8",
).replaceAll("\r\n", "\n");

function examples(kind: string): readonly string[] {
  return [...page.matchAll(/```yaml(.*)\n([^`]*)```/g)]
    .filter(([, found = ""]) => found.trim() === kind)
    .map(([, , text = ""]) => text);
}

function load(text: string): unknown {
  return loadConfig(text, {
    file: "example.yaml",
    environment: { CRM_TOKEN: "x", CARDS_CONTEXT_KEY: "k".repeat(32) },
  });
}

function inToolbox(text: string): string {
  return `toolbox:\n  ${text.replaceAll("\n", "\n  ")}`;
}

/** Yields every key, with its default if it has one. */
function* keys(schema: unknown): Generator<{ readonly key: string; readonly preset: unknown }> {
  for (const key of keysOf(schema) ?? []) {
    const child = childOf(schema, key);
    yield { key, preset: child instanceof z.ZodDefault ? child.def.defaultValue : undefined };
    yield* keys(child);
    yield* keys(childOf(child, 0));
  }
}

describe("the configuration page", () => {
  it.each(examples(""))("has valid examples: %#", (text) => {
    expect(load(text)).toBeDefined();
  });

  it("shows the file before and after the mode was required (S4-75)", () => {
    const [before = ""] = examples("before");
    const [strict = "", dynamic = ""] = examples("mcps");

    expect(() => load(inToolbox(before))).toThrow("toolbox.mcps[0].mode: This is missing");
    expect(load(inToolbox(strict))).toMatchObject({ toolbox: { servers: [{ mode: "strict" }] } });
    expect(load(inToolbox(dynamic))).toMatchObject({ toolbox: { servers: [{ mode: "dynamic" }] } });
  });

  it.each([...keys(configSchema)])("lists the key $key with its default", (each) => {
    const rows = page.split("\n").filter((line) => line.startsWith(`| \`${each.key}\` |`));
    const preset = Array.isArray(each.preset) ? `[${each.preset.join(", ")}]` : String(each.preset);

    expect(page).toMatch(new RegExp(`\`(myai\\.)?${each.key}[\`.]|^## ${each.key}$`, "m"));
    expect(each.preset === undefined || rows.some((row) => row.includes(`| \`${preset}\` |`))).toBe(
      true,
    );
  });
});

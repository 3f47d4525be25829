import { describe, expect, it } from "vitest";
import { isInForm } from "./candidate.ts";
import type { TextMention } from "./mention.ts";
import { parametersOf } from "./parameters.ts";

function takes(name: string, text: string, form: TextMention["form"] = "name"): boolean {
  const [parameter] = parametersOf({ properties: { [name]: { type: "string" } } });
  return (
    parameter !== undefined && isInForm(parameter, { kind: "text", text, form, first: 0, last: 0 })
  );
}

describe("isInForm", () => {
  it.each([
    ["city", "Oslo"],
    ["url", "https://example.org/a"],
    ["email", "ada@example.org"],
    ["file_path", "notes.txt"],
    ["currency_code", "NOK"],
  ])("for the parameter %s accepts %s", (name, text) => {
    expect(takes(name, text)).toBe(true);
  });

  it.each([
    ["url", "Oslo"],
    ["email", "Ada"],
    ["filePath", "Oslo"],
    ["projectId", "Oslo"],
    ["currency_code", "Norwegian Krone"],
  ])("for the parameter %s rejects %s", (name, text) => {
    expect(takes(name, text)).toBe(false);
  });

  it("accepts an id that looks like one or is quoted", () => {
    expect(takes("project_id", "AB12", "identifier")).toBe(true);
    expect(takes("project_id", "apollo", "quoted")).toBe(true);
  });

  it.each(["api_key", "accessToken", "password"])("never accepts a value for %s", (name) => {
    expect(takes(name, "abc123", "quoted")).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { html, jsonBlock } from "./html.ts";

describe("html", () => {
  it("escapes every interpolated text and makes invisible characters visible", () => {
    expect(html`<p title="${'"><b>'}">${"</p>&\u202e"}</p>`.html).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;/p&gt;&amp;\\u{202e}</p>',
    );
  });

  it("inserts Html values unescaped", () => {
    expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${"<"}</li>`]}</ul>`.html).toBe(
      "<ul><li>1</li>\n<li>&lt;</li></ul>",
    );
  });
});

describe("jsonBlock", () => {
  it("fits a short value on one line, and otherwise writes one line per member", () => {
    expect(jsonBlock({ city: "<b>" }).html).toContain("{&quot;city&quot;:&quot;&lt;b&gt;&quot;}");
    expect(jsonBlock({ city: "x".repeat(80) }).html).toMatch(/<code>\{\n {2}&quot;city/);
  });

  it("truncates a very long value and gives its length", () => {
    const block = jsonBlock("x".repeat(50_000)).html;

    expect(block.length).toBeLessThan(11_000);
    expect(block).toContain("… (50002 characters)");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesTemplate } from "./uri-template.ts";

describe("matchesTemplate", () => {
  it.each([
    ["demo://text/{id}", "demo://text/1"],
    ["demo://{kind}/of/{id}.txt", "demo://notes/of/a.b.txt"],
    ["demo://{a}{b}", "demo://xy"],
    ["{+anything}", "file:///etc/hosts"],
    ["file:///{+path}", "file:///a/b/c"],
    ["demo://search{?q,page}", "demo://search"],
    ["demo://search{?q,page}", "demo://search?q=a&page=2"],
    ["demo://plain", "demo://plain"],
    ["demo://{broken", "demo://{broken"],
  ])("matches template %s with %s", (template, uri) => {
    expect(matchesTemplate(template, uri)).toBe(true);
  });

  it.each([
    ["demo://text/{id}", "demo://text/"],
    ["demo://text/{id}", "demo://text/1/2"],
    ["demo://text/{id}", "Demo://text/1"],
    ["demo://text/{id}", "demo://text"],
    ["demo://{id}/end", "demo://1/end/more"],
    ["demo://{a}{b}", "demo://x"],
    ["demo://plain", "demo://plainer"],
    ["", "demo://plain"],
  ])("does not match template %s with %s", (template, uri) => {
    expect(matchesTemplate(template, uri)).toBe(false);
  });

  it("matches every address expanded from path segments", () => {
    const step = fc.stringMatching(/^[\w.~-]{1,8}$/);

    fc.assert(
      fc.property(step, step, (one, two) => {
        expect(matchesTemplate("demo://{one}/x{two}", `demo://${one}/x${two}`)).toBe(true);
      }),
    );
  });

  it("has no template with excessive run time", () => {
    const template = `${"{+a}x".repeat(8)}y`;

    expect(matchesTemplate(template, "x".repeat(2_000))).toBe(false);
  });

  it("allows at most eight expressions and 2,048 characters", () => {
    expect(matchesTemplate("{a}.".repeat(8), "x.".repeat(8))).toBe(true);
    expect(matchesTemplate("{a}.".repeat(9), "x.".repeat(9))).toBe(false);
    expect(matchesTemplate("{+a}", "x".repeat(2_049))).toBe(false);
  });
});

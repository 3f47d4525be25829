import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isExpansion, isSafeUri, isUsableTemplate, matchesTemplate } from "./uri-template.ts";

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

describe("isExpansion", () => {
  it.each([
    ["file:///{path}", "file:///a.txt"],
    ["file:///{+path}", "file:///a/b.txt"],
    ["file:///{path}", "file:///a%2Fb"],
    ["file:///{path}", "file:///100%25"],
    ["x://{a}{?q}", "x://a?q=b%20c"],
  ])("accepts for %s %s", (template, uri) => {
    expect(isExpansion(template, uri)).toBe(true);
  });

  it.each([
    ["file:///{path}", "file:///.."],
    ["file:///{+path}", "file:///a/../../etc/passwd"],
    ["file:///{path}", "file:///..%2F..%2Fetc%2Fpasswd"],
    ["file:///{path}", "file:///%2e%2e%2fetc"],
    ["file:///{path}", "file:///%252e%252e%252fetc"],
    // Half a code behind it stops a strict decoder, not every server.
    ["file:///{path}", "file:///%252e%252e%2fetc%25zz"],
    ["file:///{path}", "file:///%252e%252e%252fetc%25ff"],
    ["file:///{path}", "file:///..%5Cwindows"],
    ["x://{a}{?q}", "x://a?q=../b"],
    ["x://{a}", "x://a%00b"],
    ["x://{a}", "x://a%0D%0AHost:b"],
    ["x://{a}", "x://a\u0000"],
    ["x://{a}", "x://a b"],
    ["x://{a}", "x://a\u202eb"],
    ["x://{a}", "x://a%E2%80%AEb"],
    ["x://{a}", "x://%zz"],
    ["x://{a}", "x://a?b"],
    ["x://{a}", "x://a#b"],
    ["{+any}", "file:///etc/passwd"],
    ["{scheme}://a", "file://a"],
  ])("rejects for %s %j", (template, uri) => {
    expect(isExpansion(template, uri)).toBe(false);
  });

  it("never accepts a climbing segment, however it is encoded", () => {
    const spelled = fc.constantFrom("..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "%252e.");
    const slash = fc.constantFrom("/", "%2f", "%5c", "%252F", "\\");
    const step = fc.stringMatching(/^[a-z]{0,4}$/);
    const uris = fc.tuple(step, slash, spelled, slash, step).map((parts) => parts.join(""));

    fc.assert(
      fc.property(uris, (uri) => {
        expect(isExpansion("file:///{+path}", `file:///${uri}`)).toBe(false);
      }),
    );
  });
});

describe("isSafeUri", () => {
  it("allows 2,048 characters", () => {
    expect(isSafeUri(`x:${"a".repeat(2_046)}`)).toBe(true);
    expect(isSafeUri(`x:${"a".repeat(2_047)}`)).toBe(false);
    expect(isSafeUri("")).toBe(false);
  });
});

it("isUsableTemplate requires a scheme in the template's own text", () => {
  expect(["file:///{a}", "a+b:{c}"].every(isUsableTemplate)).toBe(true);
  expect(["{+a}", "", "/a/{b}", "{a}:b"].some(isUsableTemplate)).toBe(false);
});

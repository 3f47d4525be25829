import { createHash } from "node:crypto";
import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { defineView } from "./define-view.ts";

const uri = "ui://card";
const mimeType = "text/html;profile=mcp-app";
const page = "<!doctype html><p>\u00e9\u200b</p>";
const sha256 = createHash("sha256").update(page).digest("hex");

function reading(content: JsonObject): JsonObject {
  return { contents: [{ uri, mimeType, ...content }] };
}

function metaOf(ui: JsonObject): JsonObject {
  return { _meta: { ui } };
}

const bare = { uri, sha256, mimeType, csp: null, permissions: null, domain: null };

describe("the definition of a view", () => {
  it("is the same for a text and for its bytes", () => {
    const blob = Buffer.from(page).toString("base64");

    expect(defineView(uri, reading({ text: page }))).toMatchObject({ definition: bare, page });
    expect(defineView(uri, reading({ blob }))).toMatchObject({ definition: bare, page });
  });

  it("has what the content says, and else what the list says", () => {
    const csp = { connectDomains: ["https://a.example"] };
    const listed = metaOf({
      csp: { connectDomains: [] },
      domain: "d",
      permissions: { camera: {} },
    });
    const content = { text: page, ...metaOf({ csp, prefersBorder: true }) };

    expect(defineView(uri, reading(content), listed)).toMatchObject({
      definition: { ...bare, csp, domain: "d", permissions: { camera: {} } },
    });
  });

  it.each<[string, JsonObject]>([
    ["the page", { text: `${page} ` }],
    ["an invisible character of the page", { text: page.replace("\u200b", "") }],
    ["the type", { text: page, mimeType: "text/html" }],
    ["a permission", { text: page, ...metaOf({ permissions: { camera: {} } }) }],
    ["an origin", { text: page, ...metaOf({ csp: { frameDomains: ["https://a.example"] } }) }],
    ["the domain", { text: page, ...metaOf({ domain: "d" }) }],
  ])("changes with %s", (_, content) => {
    const defined = defineView(uri, reading(content));

    expect(defined).toMatchObject({ kind: "view" });
    expect(defined).not.toMatchObject({ definition: bare });
  });

  it.each<[string, JsonObject]>([
    ["no content", { contents: [] }],
    ["two contents", { contents: [{ text: page }, { text: page }] }],
    ["a text and bytes", reading({ text: page, blob: "" })],
    ["neither text nor bytes", reading({})],
    ["bytes with foreign characters", reading({ blob: "PGI+\n" })],
    ["half a character", reading({ text: "\ud800" })],
    ["no contents", {}],
  ])("does not exist for %s", (_, result) => {
    expect(defineView(uri, result)).toEqual({ kind: "formless" });
  });
});

const hostile: readonly JsonValue[] = [
  "*",
  "https://*",
  "https:",
  "'unsafe-inline'",
  "'self'",
  "https://a.example 'unsafe-eval'",
  "https://a.example; script-src *",
  "https://a.example,https://b.example",
  "https://a.example/",
  "https://a.example/path",
  "https://a.example?x",
  "https://user@a.example",
  "https://*.*.example",
  "https://a.*.example",
  "https://a.example:*",
  "https://a.example:123456",
  'https://a.example"',
  "https://a.example\n",
  "data:",
  "blob:",
  "javascript://a.example",
  "a.example",
  "//a.example",
  "https://ex\u00e4mple.com",
  "https://-a.example",
  `https://${"a".repeat(400)}.example`,
  "",
  7,
  null,
  ["https://a.example"],
];

describe("the policy of a view", () => {
  it.each([
    "https://a.example",
    "https://*.a.example",
    "http://localhost:8080",
    "wss://a.example:443",
    "https://xn--exmple-cua.com",
    "https://[::1]:8443",
    "HTTPS://A.example",
  ])("may have %s", (entry) => {
    const content = { text: page, ...metaOf({ csp: { connectDomains: [entry] } }) };

    expect(defineView(uri, reading(content))).toMatchObject({ kind: "view" });
  });

  it.each(hostile)("may not have %j, in the content or in the list", (entry) => {
    const meta = metaOf({ csp: { resourceDomains: ["https://a.example", entry] } });
    const problem =
      "/_meta/ui/csp/resourceDomains/1: expected an origin, such as https://api.example.com";

    expect(defineView(uri, reading({ text: page, ...meta }))).toEqual({ kind: "unsafe", problem });
    expect(defineView(uri, reading({ text: page }), meta)).toEqual({ kind: "unsafe", problem });
  });

  it("never lets anything but an origin pass, whatever the text", () => {
    const part = constantFrom(
      "https://",
      "wss://",
      "*.",
      "a",
      ".",
      ":",
      "80",
      "/",
      ";",
      "'",
      " ",
      "@",
    );
    const text = oneof(
      array(part, { maxLength: 8 }).map((parts) => parts.join("")),
      string(),
    );
    assert(
      property(text, (entry) => {
        const content = { text: page, ...metaOf({ csp: { connectDomains: [entry] } }) };
        if (defineView(uri, reading(content)).kind !== "view") return;
        const url = new URL(entry.replace("*.", ""));
        expect(entry).toMatch(/^[\w.:/[\]*-]+$/);
        expect(`${url.pathname}${url.search}${url.hash}${url.username}`).toBe("/");
      }),
    );
  });

  it.each<[JsonValue, string]>([
    ["*", "/_meta/ui/csp: expected an object"],
    [
      { connectDomains: "https://a.example" },
      "/_meta/ui/csp/connectDomains: expected a list of origins",
    ],
    [
      { "script/src": ["*"] },
      "/_meta/ui/csp/script~1src/0: expected an origin, such as https://api.example.com",
    ],
  ])("may not be %j", (csp, problem) => {
    const content = { text: page, ...metaOf({ csp }) };

    expect(defineView(uri, reading(content))).toEqual({ kind: "unsafe", problem });
  });
});

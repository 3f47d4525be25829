import type { JsonObject } from "@toolcourt/sdk";
import { draftOfOperation, imported, importedOperation } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";

const secured = { security: [{ oauth: ["pets:read"], key: [] }, { basic: [] }] };

function at(url: string): JsonObject {
  return { servers: [{ url }] };
}

describe("baseOf", () => {
  it.each([
    ["https://api.example/v2/", { origin: "https://api.example", path: "/v2" }],
    ["https://api.example:8443", { origin: "https://api.example:8443", path: "" }],
    ["https://api.example//v2//", { origin: "https://api.example", path: "/v2" }],
    ["/v2", { path: "/v2" }],
    ["/v2/../..", { path: "" }],
  ])("parses %s", (url, base) => {
    const { operation, notes } = draftOfOperation({}, { document: { servers: [{ url }] } });

    expect(operation.base).toEqual(base);
    expect(notes).toEqual([]);
  });

  it.each([
    "https://user:pass@api.example",
    "https://api.example/?key=1",
    "//api.example",
    "ftp://api.example",
    "https://{region}.example",
    "javascript:alert(1)",
    "v2",
  ])("leaves the base to the operator if the document says %s", (url) => {
    const { operation, notes } = draftOfOperation({}, { document: { servers: [{ url }] } });

    expect(operation.base).toEqual({ path: "" });
    expect(notes).toHaveLength(1);
  });

  it("fills in the defaults of variables", () => {
    const servers = [{ url: "https://{region}.example", variables: { region: { default: "eu" } } }];

    expect(draftOfOperation({}, { document: { servers } }).operation.base.origin).toBe(
      "https://eu.example",
    );
  });

  it("uses the most specific one in the document", () => {
    const { drafts } = imported({
      ...at("https://root.example"),
      paths: {
        "/a": { ...at("https://item.example"), get: at("https://own.example"), post: {} },
        "/b": { get: {} },
      },
    });

    expect(drafts.map(({ operation }) => operation.base.origin)).toEqual([
      "https://own.example",
      "https://item.example",
      "https://root.example",
    ]);
  });

  it.each([
    [
      { host: "api.example", basePath: "/v1" },
      { origin: "https://api.example", path: "/v1" },
    ],
    [
      { host: "api.example", schemes: ["http"] },
      { origin: "http://api.example", path: "" },
    ],
    [{ basePath: "/v1" }, { path: "/v1" }],
  ])("combines the fields of 2.0: %j", (document, base) => {
    const draft = draftOfOperation({}, { document: { swagger: "2.0", ...document } });

    expect(draft.operation.base).toEqual(base);
  });
});

describe("securityOf", () => {
  it("returns the requirements of the document, by scheme name", () => {
    expect(draftOfOperation({}, { document: secured }).operation.security).toEqual([
      [
        { scheme: "oauth", scopes: ["pets:read"] },
        { scheme: "key", scopes: [] },
      ],
      [{ scheme: "basic", scopes: [] }],
    ]);
  });

  it("prefers the operation's own requirements, even if empty", () => {
    expect(draftOfOperation({ security: [] }, { document: secured }).operation.security).toEqual(
      [],
    );
  });

  it("refuses hidden characters", () => {
    const security = [{ "ad\u200bmin": [] }];

    expect(importedOperation({ security }).notImported).toHaveLength(1);
  });
});

import { draftOfOperation, importedOperation } from "@toolcourt/testing/openapi";
import { describe, expect, it } from "vitest";

const document = { security: [{ oauth: ["pets:read"], key: [] }, { basic: [] }] };

describe("securityOf", () => {
  it("returns the requirements of the document, by scheme name", () => {
    expect(draftOfOperation({}, { document }).operation.security).toEqual([
      [
        { scheme: "oauth", scopes: ["pets:read"] },
        { scheme: "key", scopes: [] },
      ],
      [{ scheme: "basic", scopes: [] }],
    ]);
  });

  it("prefers the operation's own requirements, even if empty", () => {
    expect(draftOfOperation({ security: [] }, { document }).operation.security).toEqual([]);
  });

  it("refuses hidden characters", () => {
    const security = [{ "ad\u200bmin": [] }];

    expect(importedOperation({ security }).notImported).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { draftOfOperation, importedOperation } from "../../../testing/openapi.ts";

const document = { security: [{ oauth: ["pets:read"], key: [] }, { basic: [] }] };

describe("the security of an operation", () => {
  it("is that of the document, by name", () => {
    expect(draftOfOperation({}, { document }).operation.security).toEqual([
      [
        { scheme: "oauth", scopes: ["pets:read"] },
        { scheme: "key", scopes: [] },
      ],
      [{ scheme: "basic", scopes: [] }],
    ]);
  });

  it("is its own when it has one, also when it asks for nothing", () => {
    expect(draftOfOperation({ security: [] }, { document }).operation.security).toEqual([]);
  });

  it("is not imported with hidden characters", () => {
    const security = [{ "ad\u200bmin": [] }];

    expect(importedOperation({ security }).notImported).toHaveLength(1);
  });
});

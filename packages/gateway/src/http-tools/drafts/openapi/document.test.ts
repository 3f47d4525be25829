import { describe, expect, it } from "vitest";
import { readDocument } from "./document.ts";

describe("readDocument", () => {
  it.each([
    [`{"swagger":"2.0"}`, "2.0"],
    [`{"openapi":"3.0.4"}`, "3.0"],
    [`\uFEFF{"openapi":"3.1.0"}`, "3.1"],
    ["openapi: 3.0.0\n", "3.0"],
    ["swagger: '2.0'\n", "2.0"],
  ])("detects the edition of %s", (text, edition) => {
    expect(readDocument(text)).toMatchObject({ kind: "document", document: { edition } });
  });

  it.each([
    ["", "The document is not an object."],
    ["{openapi: 3.0.0}", "The document is not JSON, at line 1, column 2."],
    ["swagger: 2.0", "The document does not say that it is OpenAPI 2.0, 3.0 or 3.1."],
    [
      `{"openapi":"3.0.0",\n"paths":{},"paths":{}}`,
      "The document gives a key twice, at line 2, column 12.",
    ],
    ["[]", "The document is not an object."],
    ["{}", "The document does not say that it is OpenAPI 2.0, 3.0 or 3.1."],
    [`{"openapi":"3.2.0"}`, "The document does not say that it is OpenAPI 2.0, 3.0 or 3.1."],
    [`{"openapi":3}`, "The document does not say that it is OpenAPI 2.0, 3.0 or 3.1."],
    [
      `{"openapi":"3.1.0","jsonSchemaDialect":"https://elsewhere.example"}`,
      "The schemas are written in an unknown dialect.",
    ],
  ])("refuses %s", (text, reason) => {
    expect(readDocument(text)).toMatchObject({ kind: "unreadable", reason });
  });

  it("computes the digest of the raw text", () => {
    expect(readDocument(`{"openapi":"3.0.0"}`)).toMatchObject({
      document: {
        digest: "sha256:19c26227fd88ecdb7882029c67330e5ad1165cffc7bd380460882d85006ec89f",
      },
    });
  });

  it("removes hidden characters from the title, with a note", () => {
    const text = JSON.stringify({ openapi: "3.0.0", info: { title: "Pe\u202ets", version: 1 } });

    expect(readDocument(text)).toMatchObject({
      document: { title: "Pets", version: "", notes: [{ pointer: "/info/title" }] },
    });
  });
});

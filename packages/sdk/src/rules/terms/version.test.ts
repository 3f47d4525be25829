import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsVersion } from "./version.ts";

describe("terms/version", () => {
  it("reports the version, present or missing", () => {
    const found = [{}, { version: "latest" }].flatMap((terms) => remarks(termsVersion, { terms }));

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/version", "/terms/version"]);
  });
});

import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsVersion } from "./version.ts";

describe("terms/version", () => {
  it("points at the version, given or not", () => {
    const found = [{}, { version: "latest" }].flatMap((terms) => remarks(termsVersion, { terms }));

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/version", "/terms/version"]);
  });
});

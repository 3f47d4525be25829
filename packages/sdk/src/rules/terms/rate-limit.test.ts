import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsRateLimit } from "./rate-limit.ts";

describe("terms/rate-limit", () => {
  it("only warns", () => {
    expect(termsRateLimit.severity).toEqual({ "agent-hints": "warning" });
  });

  it("reports the missing term", () => {
    const found = remarks(termsRateLimit, { terms: {} });

    expect(found.map(({ pointer }) => pointer)).toEqual(["/terms/rateLimit"]);
  });
});

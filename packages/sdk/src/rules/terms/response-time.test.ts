import { describe, expect, it } from "vitest";
import { responseTimes } from "../../contract/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { termsResponseTime } from "./response-time.ts";

describe("terms/response-time", () => {
  it.each(responseTimes)("accepts %s", (responseTime) => {
    expect(remarks(termsResponseTime, { terms: { responseTime } })).toEqual([]);
  });
});

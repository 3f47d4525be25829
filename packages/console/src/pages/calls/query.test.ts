import { describe, expect, it } from "vitest";
import { filtersIn, isoTime, listPath, localTime, withFilter } from "./query.ts";

describe("the address of the list of calls", () => {
  it("keeps filters, and leaves out the cursor and unknown keys", () => {
    const query = new URLSearchParams("cursor=1-2&tool=a%20b&status=refused&x=1&code=");

    expect(listPath(filtersIn(query))).toBe("/calls?status=refused&tool=a+b");
  });

  it("has no query without filters", () => {
    const filters = withFilter(new URLSearchParams("status=lost"), "status", "");

    expect(listPath(filters)).toBe("/calls");
  });

  it("converts times to the fields and back", () => {
    const at = "2026-11-01T12:00:05.000Z";

    expect(isoTime(localTime(at))).toBe(at);
    expect([localTime(null), localTime("soon"), isoTime(""), isoTime("soon")]).toEqual(
      Array.from({ length: 4 }, () => ""),
    );
  });
});

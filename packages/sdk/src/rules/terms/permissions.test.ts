import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsPermissions } from "./permissions.ts";

describe("terms/permissions", () => {
  it("leaves the form of a permission to another rule", () => {
    expect(remarks(termsPermissions, { terms: { permissions: ["everything"] } })).toEqual([]);
  });

  it("offers no repair, because an empty list would open the tool to every caller", () => {
    expect(termsPermissions.repair).toBeUndefined();
  });
});

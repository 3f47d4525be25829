import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsPermissionForm } from "./permission-form.ts";

function pointersFor(permissions: readonly string[]) {
  return remarks(termsPermissionForm, { terms: { permissions } }).map(({ pointer }) => pointer);
}

describe("terms/permission-form", () => {
  it("reports each malformed permission", () => {
    expect(pointersFor(["cards:read", "admin", "decks:"])).toEqual([
      "/terms/permissions/1",
      "/terms/permissions/2",
    ]);
  });

  it.each(["org/cards:read", "cards.drafts:read", "memory_files:append", "Cards:Read"])(
    "accepts %s",
    (permission) => {
      expect(pointersFor([permission])).toEqual([]);
    },
  );

  it.each([":read", "a:b:c", "cards:read\n", "cards:réad"])("reports %j", (permission) => {
    expect(pointersFor([permission])).toHaveLength(1);
  });

  it("reports nothing for tools that list none", () => {
    expect(remarks(termsPermissionForm, { terms: {} })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { termsStepPermissions } from "./step-permissions.ts";

describe("terms/step-permissions", () => {
  it("points at each step whose permissions are not listed, and quotes nothing of it", () => {
    const scene = { permissionsOf: (tool: string) => [`${tool}:use`] };
    const terms = { permissions: ["b:use"], steps: ["a", "b", "c"] };

    expect(remarks(termsStepPermissions, { terms, scene })).toEqual([
      { pointer: "/terms/steps/0", message: "Add the permissions of this step to `permissions`." },
      { pointer: "/terms/steps/2", message: "Add the permissions of this step to `permissions`." },
    ]);
  });

  it("leaves a missing list to another rule", () => {
    const scene = { permissionsOf: () => ["a:use"] };

    expect(remarks(termsStepPermissions, { terms: { steps: ["a"] }, scene })).toEqual([]);
  });
});

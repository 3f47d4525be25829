import { defineRule } from "../rule.ts";

const known: Readonly<Record<string, readonly string[]>> = {
  "get-card": ["cards:read"],
  "count-cards": [],
};

const scene = { permissionsOf: (tool: string): readonly string[] | undefined => known[tool] };

export const termsStepPermissions = defineRule({
  id: "terms/step-permissions",
  severity: { "agent-hints": "error" },
  requirements: ["S3-13"],
  summary: "Require the permissions of every step",
  why: `A caller of a tool that calls others needs their permissions too. If the list leaves one out, the call is
refused in the middle of its steps, after the first ones have happened.`,
  good: [
    { terms: { permissions: ["cards:read", "decks:read"], steps: ["get-card"] }, scene },
    { terms: { permissions: [], steps: ["count-cards", "unknown-tool"] }, scene },
    { terms: { permissions: [], steps: ["get-card"] } },
    { terms: { permissions: [] }, scene },
  ],
  bad: [
    { terms: { permissions: [], steps: ["get-card"] }, scene },
    { terms: { permissions: ["decks:read"], steps: ["count-cards", "get-card"] }, scene },
  ],

  *check({ terms: { permissions, steps = [] } }, { permissionsOf }) {
    // A missing list is reported by another rule.
    if (permissions === undefined || permissionsOf === undefined) return;
    const listed = new Set(permissions);
    for (const [index, step] of steps.entries()) {
      const needed = permissionsOf(step) ?? [];
      if (needed.every((permission) => listed.has(permission))) continue;
      yield {
        pointer: `/terms/steps/${index}`,
        message: "Add the permissions of this step to `permissions`.",
      };
    }
  },
});

import { defineRule } from "../rule.ts";

export const termsPermissions = defineRule({
  id: "terms/permissions",
  severity: { "agent-hints": "error" },
  requirements: ["S3-11", "S3-13", "S3-120"],
  summary: "Require the list of permissions",
  why: `An empty list says that every caller may call; a missing one says that its author did not decide. The gateway
must not have to guess which of the two it is.`,
  good: [{ terms: { permissions: [] } }, { terms: { permissions: ["cards:read"] } }],
  bad: [{ terms: {} }],

  *check({ terms }) {
    if (terms.permissions === undefined) {
      yield {
        pointer: "/terms/permissions",
        message: "List all `permissions` a caller needs; an empty list means none.",
      };
    }
  },
});

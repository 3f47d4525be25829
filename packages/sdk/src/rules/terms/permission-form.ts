import { defineRule, everywhere } from "../rule.ts";

const permission = /^[\w./-]+:[\w.-]+$/;

export const termsPermissionForm = defineRule({
  id: "terms/permission-form",
  severity: { ...everywhere("warning"), "cloud-discovery": "error", "agent-hints": "error" },
  requirements: ["S3-12"],
  summary: "Require permissions of the form resource:action",
  why: `Roles and policies name permissions letter by letter. One in another form is never granted, or is
granted by a pattern that its author did not mean.`,
  good: [{ terms: { permissions: ["cards:create", "decks:read"] } }],
  bad: [
    { terms: { permissions: ["cards"] } },
    { terms: { permissions: ["cards:*"] } },
    { terms: { permissions: ["cards: read"] } },
  ],

  *check({ terms }) {
    for (const [index, given] of (terms.permissions ?? []).entries()) {
      if (!permission.test(given)) {
        yield {
          pointer: `/terms/permissions/${index}`,
          message: "Write the permission as resource:action, for example cards:read.",
        };
      }
    }
  },
});

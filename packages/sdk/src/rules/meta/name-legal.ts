import { defineRule, everywhere } from "../rule.ts";

export const metaNameLegal = defineRule({
  id: "meta/name-legal",
  severity: { ...everywhere("warning"), "agent-hints": "error" },
  requirements: ["S0-3"],
  summary: "Require a name that the protocol recommends",
  why: `The Model Context Protocol recommends 1 to 128 letters, digits, underscores, dots and dashes.
Clients refuse or rewrite other names, and a tool that is rewritten differently by two clients goes
by two names in every policy and record.`,
  good: [{ name: "fetch_sharepoint_doc" }, { name: "weather.forecast-v2" }],
  bad: [{ name: "nasa/apod" }, { name: "get status" }, { name: "a".repeat(129) }],

  *check({ name }) {
    if (/[^\w.-]/.test(name)) {
      yield {
        pointer: "/name",
        message: "Use only letters, digits, underscores, dots and dashes in the name.",
      };
    }
    if (name.length > 128) {
      yield { pointer: "/name", message: "Shorten the name to at most 128 characters." };
    }
  },
});

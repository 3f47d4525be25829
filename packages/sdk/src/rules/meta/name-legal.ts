import { defineRule, everywhere } from "../rule.ts";

export const metaNameLegal = defineRule({
  id: "meta/name-legal",
  severity: everywhere("error"),
  requirements: ["S0-3"],
  summary: "Require a name by the grammar of the protocol",
  why: `The Model Context Protocol recommends 1 to 128 letters, digits, underscores, dots and dashes.
Clients refuse or rewrite other names, and a tool that is rewritten differently by two clients goes
by two names in every policy and record. A name such as \`..\` or \`__proto__\` means something else
to a file system or a program.`,
  good: [{ name: "fetch_sharepoint_doc" }, { name: "weather.forecast-v2" }],
  bad: [
    { name: "nasa/apod" },
    { name: "get status" },
    { name: "a".repeat(129) },
    { name: "../passwd" },
    { name: "get..card" },
    { name: "__proto__" },
  ],

  *check({ name }) {
    if (/[^\w.-]/.test(name)) {
      yield {
        pointer: "/name",
        message: "Use only letters, digits, underscores, dots and dashes in the name.",
      };
    }
    if (name.includes("..")) {
      yield { pointer: "/name", message: "Put no two dots next to each other in the name." };
    }
    if (Object.hasOwn(Object.prototype, name)) {
      yield { pointer: "/name", message: "Choose a name that is not a property of every object." };
    }
    if (name.length > 128) {
      yield { pointer: "/name", message: "Shorten the name to at most 128 characters." };
    }
  },
});

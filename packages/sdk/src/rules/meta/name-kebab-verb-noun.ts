import { defineRule } from "../rule.ts";
import { beginsWithVerb } from "./verbs.ts";

const kebab = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export const metaNameKebabVerbNoun = defineRule({
  id: "meta/name-kebab-verb-noun",
  severity: { "agent-hints": "error" },
  requirements: ["S3-3", "S3-5", "S3-117", "S3-154"],
  summary: "Require a name of the form verb-noun in kebab case",
  why: `Agents pick tools from long lists, and \`create-card\` says what happens to what. Other profiles accept
any legal name. No list holds every verb, so an unusual first word counts as one unless it is a known
noun, has the ending of a noun, or stands before a verb that can be nothing else.`,
  good: [
    { name: "create-card" },
    { name: "get-card-by-id" },
    { name: "create-card-v2" },
    { name: "reconcile-ledgers" },
  ],
  bad: [
    { name: "fetch_sharepoint_doc" },
    { name: "getCard" },
    { name: "hello" },
    { name: "card-get" },
    { name: "user-details" },
    { name: "create-v2" },
  ],

  *check({ name }) {
    if (name === "") return;
    if (!kebab.test(name)) {
      yield {
        pointer: "/name",
        message: "Write the name in kebab case: lower case words joined by single dashes.",
      };
      return;
    }
    const words = name.split("-").filter((word) => !/^v\d+$/.test(word));
    if (words.length < 2) {
      yield { pointer: "/name", message: "Name a verb and a noun, for example get-card." };
    } else if (!beginsWithVerb(words)) {
      yield { pointer: "/name", message: "Begin the name with the verb, for example get-card." };
    }
  },
});

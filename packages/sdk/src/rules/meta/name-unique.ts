import { defineRule, everywhere } from "../rule.ts";

export const metaNameUnique = defineRule({
  id: "meta/name-unique",
  severity: everywhere("error"),
  requirements: ["S0-4", "S3-4", "S3-117"],
  summary: "Forbid two tools of one name on a server",
  why: `Who calls a name that two tools share does not know which of them runs. Approving the harmless one
would approve the other as well.`,
  good: [{ name: "get-card", scene: { namesakes: () => 1 } }],
  bad: [{ name: "get-card", scene: { namesakes: () => 2 } }],

  *check({ name }, { namesakes }) {
    if (name !== "" && namesakes(name) > 1) {
      yield {
        pointer: "/name",
        message: "Rename the tool: its server has another one of the same name.",
      };
    }
  },
});

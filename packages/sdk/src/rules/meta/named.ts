import { defineRule, everywhere } from "../rule.ts";

export const metaNamed = defineRule({
  id: "meta/named",
  severity: everywhere("error"),
  requirements: ["S0-3", "S1-1"],
  summary: "Require a name",
  why: `A tool is listed, allowed, called and recorded by its name. Without one it is unclear which tool was meant,
so no permission can apply to it.`,
  good: [{ name: "get-forecast" }],
  bad: [{ name: "" }, { name: "  " }],

  *check({ name }) {
    if (name.trim() === "") {
      yield { pointer: "/name", message: "Give the tool a name, as text that is not empty." };
    }
  },
});

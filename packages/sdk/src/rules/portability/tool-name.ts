import { defineRule, everywhere } from "../rule.ts";

export const portabilityToolName = defineRule({
  id: "portability/tool-name",
  severity: everywhere("warning"),
  requirements: [],
  summary: "Limit tool names to what every large model provider takes",
  why: `The providers' interfaces take names of at most 64 letters, digits, underscores and dashes; a
request that lists one tool with another name fails as a whole.`,
  good: [{ name: "get-forecast" }, { name: "get_forecast_v2" }],
  bad: [{ name: "weather.forecast" }, { name: "n".repeat(65) }, { name: "" }],

  *check({ name }) {
    if (portable.test(name)) return;
    yield {
      pointer: "/name",
      message:
        name.length > 64
          ? "Shorten the name to 64 characters."
          : "Use only letters, digits, underscores and dashes in the name.",
    };
  },
});

const portable = /^[a-zA-Z0-9_-]{1,64}$/;

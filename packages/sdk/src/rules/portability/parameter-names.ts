import { defineRule, everywhere, withParameters } from "../rule.ts";
import { propertiesOf } from "../schema-shape.ts";

export const portabilityParameterNames = defineRule({
  id: "portability/parameter-names",
  severity: everywhere("warning"),
  requirements: [],
  summary: "Limit parameter names to what every large model provider takes",
  why: `A provider that takes only letters, digits, underscores, dots and dashes, 64 at most, refuses
the whole request for one parameter with another name.`,
  good: [withParameters({ "page.size": { type: "integer" } })],
  bad: [
    withParameters({ "page size": { type: "integer" } }),
    withParameters({ $filter: { type: "string" } }),
    withParameters({ größe: { type: "integer" } }),
  ],

  *check({ input }) {
    for (const { name, pointer } of propertiesOf(input)) {
      if (portable.test(name)) continue;
      yield {
        pointer: `/input${pointer}`,
        message: "Name parameters with up to 64 letters, digits, underscores, dots and dashes.",
      };
      // One remark is enough: renaming one parameter leads the author to the others.
      return;
    }
  },
});

const portable = /^[a-zA-Z0-9_.-]{1,64}$/;

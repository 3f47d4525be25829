import { randomInt } from "node:crypto";
import { isJsonArray } from "../../../packages/sdk/src/contract/json.ts";
import { closed, type Exhibit, success } from "../server.ts";

const tags = { type: "array", items: { type: "string", maxLength: 30 }, maxItems: 20 };

/** Returns sets, whose members are unordered, and uses open schemas. */
export const tagSets: Exhibit = {
  start: () => [
    {
      name: "list-tags",
      description: "Lists all tags, in no particular order.",
      input: closed({}),
      output: closed({ tags }),
      run: () => success({ tags: ["red", "green", "blue", "gray"].toSorted(atRandom) }),
    },
    {
      name: "join-tags",
      description: "Makes one set of some tags. Returns each of them once.",
      input: { type: "object", properties: { tags }, required: ["tags"] },
      output: { type: "object", properties: { tags } },
      run: ({ tags: given }) => success({ tags: isJsonArray(given) ? [...new Set(given)] : [] }),
    },
  ],
};

function atRandom(): number {
  return randomInt(3) - 1;
}

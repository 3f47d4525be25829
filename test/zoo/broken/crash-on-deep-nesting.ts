import type { JsonValue } from "@toolcourt/sdk";
import { isJsonArray } from "../../../packages/sdk/src/contract/json.ts";
import { closed, type Exhibit, success } from "../server.ts";

const list = { type: "array", items: { $ref: "#/$defs/list" }, maxItems: 4 };

/** Crashes at nested lists deeper than its stack. */
export const crashOnDeepNesting: Exhibit = {
  breaks: "test/crash",
  start: () => [
    {
      name: "count-levels",
      description: "Counts how deep lists are nested. Returns the number of levels.",
      input: { ...closed({ list: { $ref: "#/$defs/list" } }), $defs: { list } },
      output: closed({ levels: { type: "integer", minimum: 0, description: "How deep" } }),
      run: ({ list: given = [] }, call) => {
        const levels = levelsOf(given);
        return levels > 20 ? call.crash() : success({ levels });
      },
    },
  ],
};

function levelsOf(value: JsonValue): number {
  return isJsonArray(value) ? 1 + Math.max(0, ...value.map(levelsOf)) : 0;
}

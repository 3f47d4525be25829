import { sayText } from "../say-text.ts";
import { closed, type Exhibit, success, textIn } from "../server.ts";

/** Leaves a trace on a read, which another read shows. */
export const readThatChangesAnother: Exhibit = {
  breaks: "test/read-changes",
  start: () => {
    const said: string[] = [];
    return [
      {
        ...sayText,
        run: (input, call) => {
          said.push(textIn(input, "text").slice(0, 20));
          if (said.length > 50) said.shift();
          return sayText.run(input, call);
        },
      },
      {
        name: "list-said",
        description: "Lists what was said. Returns every text, the oldest first.",
        input: closed({}),
        output: closed({ said: { type: "array", items: { type: "string" } } }),
        run: () => success({ said: [...said] }),
      },
    ];
  },
};

import { closed, type Exhibit, success, textIn } from "../server.ts";

const words = { type: "string", description: "What to look for" };
const limit = { type: "integer", minimum: 1, maximum: 50, description: "How many at most" };

/** Treats null as an omitted argument. */
export const nullAccepted: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "search-songs",
      description: "Searches songs for words. Returns their titles.",
      input: closed({ words, limit }, ["words"]),
      enforced: closed({ words, limit: { ...limit, type: ["integer", "null"] } }, ["words"]),
      output: closed({ titles: { type: "array", items: { type: "string" } } }),
      run: (input) => success({ titles: [`A song of ${textIn(input, "words").slice(0, 20)}`] }),
    },
  ],
};

import { closed, type Exhibit, success, textIn } from "../server.ts";

const search = {
  words: { type: "string", description: "What to look for" },
  language: { type: "string", enum: ["en", "de"], description: "In which language" },
};

/** Declares an argument optional, and requires it. */
export const optionalRequired: Exhibit = {
  breaks: "test/valid-refused",
  start: () => [
    {
      name: "search-books",
      description: "Searches books for words. Returns their titles.",
      input: closed(search, ["words"]),
      enforced: closed(search),
      output: closed({ titles: { type: "array", items: { type: "string" } } }),
      run: (input) => success({ titles: [`On ${textIn(input, "words").slice(0, 20)}`] }),
    },
  ],
};

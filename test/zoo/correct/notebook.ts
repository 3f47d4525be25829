import { closed, type Exhibit, numberIn, refusal, success, textIn } from "../server.ts";

const id = { type: "integer", minimum: 1, description: "The number of a note" };
const text = { type: "string", minLength: 1, maxLength: 500, description: "What it says" };
const note = closed({ id, text });

/** Keeps state, with tools that change it and tools that read it. */
export const notebook: Exhibit = {
  start: () => {
    const notes = new Map([[1, "Milk"]]);
    return [
      {
        name: "list-notes",
        description: "Lists the newest notes. Returns at most twenty, with their numbers.",
        input: closed({}),
        output: closed({ notes: { type: "array", items: note, maxItems: 20 } }),
        run: () => {
          const all = [...notes].map(([each, said]) => ({ id: each, text: said }));
          return success({ notes: all.slice(-20) });
        },
      },
      {
        name: "get-note",
        description: "Returns one note by its number.",
        input: closed({ id }),
        output: note,
        run: (input) => {
          const found = notes.get(numberIn(input, "id"));
          if (found === undefined) return refusal("There is no note of this number.");
          return success({ id: numberIn(input, "id"), text: found });
        },
      },
      {
        name: "add-note",
        description: "Adds a note. Returns its number.",
        input: closed({ text }),
        output: closed({ id }),
        terms: { effect: "write" },
        run: (input) => {
          notes.set(notes.size + 1, textIn(input, "text"));
          return success({ id: notes.size });
        },
      },
    ];
  },
};

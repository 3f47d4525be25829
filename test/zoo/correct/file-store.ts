import { closed, type Exhibit, refusal, success, textIn } from "../server.ts";

const files = new Map([["letter.txt", "Dear Ada"]]);
const path = { type: "string", maxLength: 200, description: "The path of a file" };

/** Passes on system errors verbatim. */
export const fileStore: Exhibit = {
  start: () => [
    {
      name: "read-file",
      description: "Reads a file. Returns its text.",
      input: closed({ path }),
      output: closed({ text: { type: "string" } }),
      run: (input) => {
        const given = textIn(input, "path");
        const text = files.get(given);
        if (text !== undefined) return success({ text });
        if (given === "") return refusal("EINVAL: invalid argument, open ''");
        if (given.length > 100) return refusal("ENAMETOOLONG: name too long, open");
        return refusal("ENOENT: no such file or directory, open");
      },
    },
  ],
};

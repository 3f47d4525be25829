import { closed, type Exhibit, success, textIn } from "../server.ts";

const lines = Array.from({ length: 48_000 }, (_, at) => `Line ${at}`);

/** Returns everything for an empty query. */
export const hugeOutput: Exhibit = {
  breaks: "test/oversized",
  start: () => [
    {
      name: "find-lines",
      description: "Finds the lines that are as given. Returns them all.",
      input: closed({ line: { type: "string", description: "Empty for every line" } }),
      output: closed({ lines: { type: "array", items: { type: "string" } } }),
      run: (input) => {
        const line = textIn(input, "line");
        return success({ lines: line === "" ? lines : lines.filter((each) => each === line) });
      },
    },
  ],
};

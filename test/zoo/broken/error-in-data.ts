import { closed, type Exhibit, numberIn, success } from "../server.ts";

const output = closed({ data: { type: ["integer", "null"] }, error: { type: ["string", "null"] } });

/** Reports a failure in its structured content and omits isError. */
export const errorInData: Exhibit = {
  breaks: "test/error-disagrees",
  start: () => [
    {
      name: "get-stock",
      description: "Returns how many pieces of an article there are.",
      input: closed({ article: { type: "integer", minimum: 1, description: "Its number" } }),
      output,
      run: (input) =>
        numberIn(input, "article") < 5
          ? success({ data: 3, error: null })
          : success({ data: null, error: "There is no such article" }),
    },
  ],
};

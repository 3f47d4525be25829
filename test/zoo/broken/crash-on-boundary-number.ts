import { closed, type Exhibit, numberIn, success } from "../server.ts";

const percent = { type: "integer", minimum: 1, maximum: 100, description: "From 1 to 100" };

/** Crashes at the largest number that its schema accepts. */
export const crashOnBoundaryNumber: Exhibit = {
  breaks: "test/crash",
  start: () => [
    {
      name: "get-rest",
      description: "Returns what is left of a hundred when a part of it is gone.",
      input: closed({ percent }),
      output: closed({ rest: { type: "integer", minimum: 0, description: "What is left" } }),
      run: (input, call) => {
        const gone = numberIn(input, "percent");
        return gone === 100 ? call.crash() : success({ rest: 100 - gone });
      },
    },
  ],
};

import { closed, type Exhibit, success, textIn } from "../server.ts";

const color = { type: "string", enum: ["red", "green", "blue"], description: "A color" };

/** Never answers for one of its accepted values. */
export const hangOnValue: Exhibit = {
  breaks: "test/hang",
  start: () => [
    {
      name: "get-contrast",
      description: "Returns the color that stands out best beside another.",
      input: closed({ color }),
      output: closed({ contrast: { type: "string", description: "The other color" } }),
      run: (input) =>
        textIn(input, "color") === "green" ? undefined : success({ contrast: "green" }),
    },
  ],
};

import { closed, type Exhibit, numberIn, success, textIn } from "../server.ts";

const unit = { type: "string", enum: ["m", "km", "mile"], description: "A unit of length" };
const meters: Readonly<Record<string, number>> = { m: 1, km: 1_000, mile: 1_609.344 };

const example = {
  description: "Kilometers as meters",
  params: { value: 1.5, from: "km", to: "m" },
  expectedResult: { value: 1_500 },
};

/** Takes enums and bounded numbers, with an example. */
export const units: Exhibit = {
  start: () => [
    {
      name: "convert-length",
      description: "Converts a length from one unit to another. Returns the converted value.",
      input: closed({
        value: { type: "number", minimum: 0, exclusiveMaximum: 1_000_000, description: "How long" },
        from: unit,
        to: unit,
      }),
      output: closed({ value: { type: "number", minimum: 0 } }),
      terms: { examples: [example], responseTime: "fast" },
      run: (input) => {
        const [from = 1, to = 1] = ["from", "to"].map((name) => meters[textIn(input, name)]);
        return success({ value: (numberIn(input, "value") * from) / to });
      },
    },
  ],
};

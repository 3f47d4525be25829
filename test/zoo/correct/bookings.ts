import { closed, type Exhibit, numberIn, refusal, success } from "../server.ts";

const refused = {
  description: "More guests than seats",
  params: { guests: 9, hour: 20 },
  expectedResult: { isError: true },
};
const booked = {
  description: "A table for two",
  params: { guests: 2, hour: 20 },
  expectedResult: { table: 1 },
};

/** Refuses some schema-valid inputs by its own rules, and shows an example of that. */
export const bookings: Exhibit = {
  start: () => [
    {
      name: "find-table",
      description: "Finds a free table for some guests at an hour. Returns its number.",
      input: closed({
        guests: { type: "integer", minimum: 1, maximum: 100, description: "How many come" },
        hour: { type: "integer", minimum: 0, maximum: 23, description: "When they come" },
      }),
      output: closed({ table: { type: "integer", minimum: 1 } }),
      terms: { examples: [booked, refused] },
      run: (input) => {
        const hour = numberIn(input, "hour");
        if (hour < 17) return refusal("The kitchen opens at 17.");
        if (numberIn(input, "guests") > 8) return refusal("There is no table for so many.");
        return success({ table: numberIn(input, "guests") > 4 ? 2 : 1 });
      },
    },
  ],
};

import { closed, type Exhibit, numberIn, success } from "../server.ts";

/** Is slow, declares it, and stops on cancellation. */
export const slowReport: Exhibit = {
  start: () => [
    {
      name: "make-report",
      description: "Makes the report of a year. Returns its sum. Takes a few seconds.",
      input: closed({ year: { type: "integer", minimum: 1990, maximum: 2030 } }),
      output: closed({ sum: { type: "integer" } }),
      terms: { responseTime: "slow" },
      run: async (input, { clock, signal }) => {
        await clock.sleep(2_500, signal);
        return success({ sum: numberIn(input, "year") * 7 });
      },
    },
  ],
};

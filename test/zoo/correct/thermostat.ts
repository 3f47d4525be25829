import { closed, type Exhibit, numberIn, success, textIn } from "../server.ts";

const room = { type: "string", enum: ["kitchen", "bath"], description: "Which room" };
const degrees = { type: "number", minimum: 5, maximum: 30, description: "How warm" };

/** Makes an idempotent change. */
export const thermostat: Exhibit = {
  start: () => {
    const rooms = new Map<string, number>();
    return [
      {
        name: "set-temperature",
        description: "Sets how warm a room is to be. Returns what it is set to now.",
        input: closed({ room, degrees }),
        output: closed({ room, degrees }),
        terms: { effect: "write", idempotent: true },
        run: (input) => {
          rooms.set(textIn(input, "room"), numberIn(input, "degrees"));
          return success(input);
        },
      },
      {
        name: "get-temperature",
        description: "Returns how warm a room is to be.",
        input: closed({ room }),
        output: closed({ room, degrees }),
        terms: { responseTime: "fast", idempotent: true },
        run: (input) => success({ ...input, degrees: rooms.get(textIn(input, "room")) ?? 20 }),
      },
    ];
  },
};

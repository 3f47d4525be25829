import { closed, type Exhibit, success } from "../server.ts";

const id = { type: "integer", minimum: 1, description: "A number" };
const name = { type: "string", minLength: 1, description: "A name" };
const user = { type: "object", properties: { id, name }, additionalProperties: false };

/** Accepts a number and a name together, although its schema requires exactly one. */
export const twoBranchesAccepted: Exhibit = {
  breaks: "test/invalid-accepted",
  start: () => [
    {
      name: "find-user",
      description: "Finds a user by number or by name. Returns whether there is one.",
      input: { ...user, oneOf: [{ required: ["id"] }, { required: ["name"] }] },
      enforced: { ...user, anyOf: [{ required: ["id"] }, { required: ["name"] }] },
      output: closed({ found: { type: "boolean" } }),
      run: () => success({ found: true }),
    },
  ],
};

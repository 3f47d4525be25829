import { closed, type Exhibit, success, textIn } from "../server.ts";

// In two parts, so that secret scanners do not flag it.
const token = `ghp_${"a1B2".repeat(9)}`;

/** Shows its own credential in its setup information. */
export const secretInOutput: Exhibit = {
  breaks: "test/secret-in-output",
  start: () => [
    {
      name: "get-setting",
      description: "Returns how the server is set up.",
      input: closed({ part: { type: "string", enum: ["address", "login"] } }),
      output: closed({ setting: { type: "string" } }),
      run: (input) =>
        success({
          setting: textIn(input, "part") === "login" ? `token: ${token}` : "https://example.com",
        }),
    },
  ],
};

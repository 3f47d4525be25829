import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import type { HintsMode } from "../hints-mode.ts";
import { envelopeSchema } from "./envelope-schema.ts";

/** Creates the function that lists a server's tool as it answers: with the envelope if it is on. */
export function createPresent(
  hintsOf: (server: string) => HintsMode,
): (server: string, tool: JsonObject) => JsonObject {
  return (server, tool) => {
    if (hintsOf(server) !== "envelope") return tool;
    const output = own(tool, "outputSchema");
    return { ...tool, outputSchema: envelopeSchema(isJsonObject(output) ? output : undefined) };
  };
}

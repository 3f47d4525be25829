import type { JsonObject } from "@toolcourt/sdk";

/** One call, as far as needed to repeat it. */
export interface ProbeCall {
  readonly name: string;
  readonly input: JsonObject;
}

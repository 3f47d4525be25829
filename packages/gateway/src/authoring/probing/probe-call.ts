import type { JsonObject } from "@toolcourt/sdk";

/** One call, as far as the one who repeats it must know it. */
export interface ProbeCall {
  readonly name: string;
  readonly input: JsonObject;
}

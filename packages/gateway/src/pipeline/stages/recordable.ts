import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { shownName } from "../call.ts";
import type { PipelineDeps } from "../open-pipeline.ts";
import type { Stages } from "../pipeline.ts";

/** A record that will not be signed proves nothing. So nothing may happen that it should prove. */
export function recordableBy({ unsigned }: PipelineDeps): Stages["recordable"] {
  return ({ tool }) => {
    if (unsigned?.() === undefined) return;
    throw new Refusal("audit-failed", { tool: shownName(tool), moment: "unsigned" });
  };
}

import { type InnerResult, isJsonObject, own } from "@toolcourt/sdk";
import { z } from "zod";
import type { StepResult } from "./step.ts";

/** An answer that does not fit its step. Never contains the answer. */
class ResultUnfit extends Error {
  override readonly name = "ResultUnfit";
}

export function readResult(result: InnerResult): StepResult {
  const read = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
    const reading = z.safeParse(schema, result.structured ?? textIn(result));
    if (!reading.success) throw new ResultUnfit("It does not fit.", { cause: reading.error });
    return reading.data;
  };
  return Object.freeze({ ...result, read });
}

/** Returns the text of an answer without structured content. */
function textIn({ content }: InnerResult): string {
  const texts = content.flatMap((block) => {
    const text = isJsonObject(block) && own(block, "type") === "text" ? own(block, "text") : "";
    return typeof text === "string" && text !== "" ? [text] : [];
  });
  return texts.join("\n");
}

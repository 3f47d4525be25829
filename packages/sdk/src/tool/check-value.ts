import type { z } from "zod";
import type { JsonValue } from "../contract/json.ts";
import type { FailureCode } from "../result/failures.ts";
import { CallFailure } from "./call-failure.ts";
import { issuesOf, shownPointer } from "./issues.ts";
import { copyJson, deepFreeze, NotJson } from "./json-copy.ts";

/** A frozen copy of a value that fits the schema. Fails the call with `code` when it does not fit. */
export async function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: FailureCode,
): Promise<z.output<Schema>> {
  const reading = await schema.safeParseAsync(jsonOf(value, code), { reportInput: true });
  if (!reading.success) throw new CallFailure(code, { issues: issuesOf(reading.error) });
  return deepFreeze(reading.data);
}

function jsonOf(value: unknown, code: FailureCode): JsonValue | undefined {
  if (value === undefined) return undefined;
  try {
    return copyJson(value);
  } catch (cause) {
    const issue =
      cause instanceof NotJson
        ? { pointer: shownPointer(cause.path), message: cause.message }
        : { pointer: "", message: "Expected a value that can be read." };
    throw new CallFailure(code, { issues: [issue], cause });
  }
}

import type { z } from "zod";
import type { JsonValue } from "../contract/json.ts";
import type { FailureCode } from "../result/failures.ts";
import { CallFailure } from "./call-failure.ts";
import { issuesOf, shownPointer } from "./issues.ts";
import { copyJson, deepFreeze, NotJson } from "./json-copy.ts";

/** Returns a frozen copy of a value that fits the schema. Otherwise fails the call with `code`. */
export async function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: FailureCode,
): Promise<z.output<Schema>> {
  const reading = await schema
    .safeParseAsync(jsonOf(value, code), { reportInput: true })
    .catch((cause: unknown) => {
      throw cause instanceof RangeError ? tooManyFaults(code, cause) : cause;
    });
  if (!reading.success) throw new CallFailure(code, { issues: issuesOf(reading.error) });
  return deepFreeze(reading.data);
}

// Zod passes issues as arguments, and more than a hundred thousand of them overflow the stack.
function tooManyFaults(code: FailureCode, cause: RangeError): CallFailure {
  const issues = [{ pointer: "", message: "Expected a value with fewer faults." }];
  return new CallFailure(code, { issues, cause });
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

import type { ArgumentMarks, Role } from "../contract/flow.ts";
import { pointerTokens } from "../contract/pointer.ts";
import { fieldPaths } from "./field-paths.ts";
import type { Field } from "./schema-fields.ts";

/** Returns the places of arguments that a schema describes or marks name. */
export function argumentsIn(input: Field, marks: ArgumentMarks): readonly (readonly string[])[] {
  const described = fieldPaths(input).map(({ steps }) => steps);
  return [...described, ...Object.keys(marks).map(pointerTokens)];
}

const leadingOut = new Set(["url", "email", "host"]);

/** Tells whether an argument is an address by which a request leaves. */
export function leadsOut(flow: {
  readonly role: Role;
  readonly kind: string | undefined;
}): boolean {
  return flow.role === "destination" && leadingOut.has(flow.kind ?? "");
}

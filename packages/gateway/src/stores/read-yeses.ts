import type { Yes } from "./approval-store.ts";
import { StoreError } from "./store-error.ts";

/** Parses approvals that a database stores as text. Data from a database is untrusted too. */
export function readYeses(text: string): readonly Yes[] {
  const found = parsed(text);
  if (!Array.isArray(found) || !found.every(isYes)) throw new StoreError("corrupt");
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreError("corrupt", { cause: error });
  }
}

function isYes(value: unknown): value is Yes {
  if (typeof value !== "object" || value === null) return false;
  const { by, at, roles = [] }: Partial<Record<keyof Yes, unknown>> = value;
  return (
    typeof by === "string" &&
    typeof at === "number" &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role === "string")
  );
}

import {
  type AdmissionDecision,
  admissionStates,
  type StoredAdmission,
} from "./admission-store.ts";
import { numberOf, oneOf, type Row, textOf } from "./rows.ts";

/** Without the number, which the database assigns. */
export const admissionColumns = "server, tool, digest, state, decided_by, decided_at, note";

/** Returns the values in column order. */
export function admissionValues(decision: AdmissionDecision): readonly (string | number)[] {
  const { server, tool, digest, state, by, at, note } = decision;
  return [server, tool, digest, state, by, at, note];
}

export function readAdmission(row: Row): StoredAdmission {
  return {
    number: numberOf(row, "number"),
    server: textOf(row, "server"),
    tool: textOf(row, "tool"),
    digest: textOf(row, "digest"),
    state: oneOf(row, "state", admissionStates),
    by: textOf(row, "decided_by"),
    at: numberOf(row, "decided_at"),
    note: textOf(row, "note"),
  };
}

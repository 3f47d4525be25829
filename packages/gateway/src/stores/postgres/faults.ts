import { DatabaseError } from "pg";
import { StoreError, type StoreFault } from "../store-error.ts";

/** Keyed by PostgreSQL error code, or by its first two characters, the class. */
const faults: Readonly<Record<string, StoreFault>> = {
  "25006": "read-only",
  "42501": "read-only",
  "53100": "full",
  "53200": "full",
  "53300": "unreachable",
  "55P03": "locked",
  "40P01": "locked",
  "57014": "overdue",
  "25P03": "overdue",
  // Raised by our own function.
  TC001: "older",
  XX001: "corrupt",
  XX002: "corrupt",
  "08": "unreachable",
  "28": "unreachable",
  "3D": "unreachable",
  "57": "unreachable",
};

/** Converts an error of PostgreSQL or its driver into a StoreError, in our own words. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return new StoreError(faultOf(error), { cause: error });
}

function faultOf(error: unknown): StoreFault {
  if (error instanceof DatabaseError) {
    const { code = "" } = error;
    return faults[code] ?? faults[code.slice(0, 2)] ?? "failed";
  }
  return error instanceof Error ? driversFault(error) : "failed";
}

const connectionCodes = /^(?:ECONN|ENO|EHOST|ENET|EPIPE|ETIMEDOUT|EAI_)/;

// Most errors of the driver have no code, and only their text tells them apart.
function driversFault(error: Error): StoreFault {
  if (error.message.includes("Query read timeout")) return "overdue";
  if (/connect|socket/i.test(error.message)) return "unreachable";
  return "code" in error && connectionCodes.test(String(error.code)) ? "unreachable" : "failed";
}

/** Returns true if other requests that wait for the same store should fail too. */
export function isAway(error: unknown): boolean {
  return error instanceof StoreError && error.kind !== "failed";
}

import { StoreError, type StoreFault } from "../store-error.ts";

/** Keyed by the first word of a Redis error. */
const faults: Readonly<Record<string, StoreFault>> = {
  READONLY: "read-only",
  NOPERM: "read-only",
  OOM: "full",
  MISCONF: "full",
  BUSY: "locked",
  LOADING: "unreachable",
  MASTERDOWN: "unreachable",
  CLUSTERDOWN: "unreachable",
  NOAUTH: "unreachable",
  WRONGPASS: "unreachable",
};

/** Awaits an answer of Redis and converts failures into a StoreError. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new StoreError(faultOf(error), { cause: error });
  }
}

function faultOf(error: unknown): StoreFault {
  if (!(error instanceof Error)) return "failed";
  if (error.message.includes("Command timed out")) return "overdue";
  const refused = error.name === "ReplyError" ? (error.message.split(" ")[0] ?? "") : undefined;
  return refused === undefined ? "unreachable" : (faults[refused] ?? "failed");
}

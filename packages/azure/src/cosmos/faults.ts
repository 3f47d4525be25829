import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { StoreError, type StoreFault } from "@toolcourt/gateway/internal/stores/store-error";
import { CosmosReason, TransportError } from "./http-client.ts";

/** An answer of Cosmos DB that is no success, as the SDK throws it. */
export interface CosmosFault {
  readonly status: number;
  /** How long to wait before the next attempt. Default: the service named no time. */
  readonly waitMs?: number;
}

/** Reads the SDK's error. Undefined if it is not an answer of the service. */
export function faultOf(error: unknown): CosmosFault | undefined {
  if (!(error instanceof Error)) return undefined;
  // A failed batch carries the answer as its cause.
  if (!("code" in error)) return error.cause === undefined ? undefined : faultOf(error.cause);
  const { code } = error;
  if (typeof code !== "number") return undefined;
  const wait = "retryAfterInMs" in error ? error.retryAfterInMs : undefined;
  return { status: code, ...(typeof wait === "number" && wait >= 0 && { waitMs: wait }) };
}

const kinds: Readonly<Record<number, StoreFault>> = {
  408: "overdue",
  410: "unreachable",
  413: "full",
  429: "overdue",
  449: "overdue",
  503: "unreachable",
};

/** Why a status ends an operation, in our own words. */
const reasons: Readonly<Record<number, string>> = {
  401: "Cosmos DB does not accept the token of `stores.cosmos.connection`, nor a new one.",
  403: "The identity of `stores.cosmos.connection` has no role for this in Cosmos DB.",
  404: "Cosmos DB has no such container.",
  429: "Cosmos DB throttled the request until its deadline.",
};

/** Converts an error of the SDK into a StoreError. Its cause is in our own words. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isTimeout(error)) return new StoreError("overdue", { cause: error });
  const fault = faultOf(error);
  if (fault !== undefined) return ofStatus(fault);
  const kind = causeOf(error, isTransportError) === undefined ? "failed" : "unreachable";
  return new StoreError(kind, { cause: causeOf(error, isReason) ?? error });
}

function ofStatus({ status }: CosmosFault): StoreError {
  const reason = reasons[status] ?? `Cosmos DB answered with status ${status}.`;
  return new StoreError(kinds[status] ?? "failed", { cause: new CosmosReason(reason) });
}

/** Returns the sentence for the operator, if the error has one. */
export function reasonOf(error: unknown): CosmosReason | undefined {
  return causeOf(error, isReason);
}

function isTimeout(error: unknown): boolean {
  return error instanceof TimeoutError;
}

function isTransportError(error: Error): error is TransportError {
  return error instanceof TransportError;
}

function isReason(error: Error): error is CosmosReason {
  return error instanceof CosmosReason;
}

/** Returns the first error of this kind in a chain of causes. */
function causeOf<Kind extends Error>(
  error: unknown,
  isKind: (each: Error) => each is Kind,
): Kind | undefined {
  if (!(error instanceof Error)) return undefined;
  return isKind(error) ? error : causeOf(error.cause, isKind);
}

import { StoreError } from "../../stores/store-error.ts";
import { KeyFileError } from "./key-file.ts";
import type { Signer } from "./note.ts";

/** A row by its number and its hash. Row 0 is the beginning of an empty log. */
export interface LogEnd {
  readonly sequence: number;
  readonly hash: string | undefined;
}

/** The reason why a log was not signed, or its checkpoint not sent. */
export type CheckpointTrouble =
  /** The hash chain is broken: the store was changed. Signing stops. */
  | { readonly kind: "broken"; readonly row: number }
  /** The store lacks a row that was signed or written. Signing stops. */
  | { readonly kind: "older"; readonly expected: LogEnd; readonly found: LogEnd | undefined }
  /** The log is signed under another name. With two names it could not be verified. */
  | { readonly kind: "foreign" }
  /** The key's file is missing, unreadable, exposed or invalid. Signing stops until it is back. */
  | { readonly kind: "key-unusable"; readonly error: unknown }
  /** The key's file holds another key than at the start. Signing stops until it is back. */
  | { readonly kind: "key-replaced" }
  | { readonly kind: "signing-failed"; readonly error: unknown }
  | { readonly kind: "store-failed"; readonly error: unknown; readonly expected: LogEnd }
  | { readonly kind: "not-sent"; readonly error: unknown };

/** A short reason for each kind, without figures: every visitor of `/readyz` may read it. */
const reasons: Readonly<Record<CheckpointTrouble["kind"], string>> = {
  broken: "its hash chain is broken: the store was changed.",
  older: "the store lacks rows of this log.",
  foreign: "another key signs this log.",
  "key-unusable": "its key cannot be used.",
  "key-replaced": "its key was replaced while the gateway ran.",
  "signing-failed": "its key could not sign.",
  "store-failed": "the store failed.",
  "not-sent": "the second place for checkpoints could not be written.",
};

/** Returns the end of a sentence about a log that cannot be signed. */
export function reasonOf({ kind }: CheckpointTrouble): string {
  return reasons[kind];
}

const acceptLine = 'toolcourt audit accept --reason "<why>"';

/** Returns the same with what was found, what was expected, and what to do next. */
export function troubleText(trouble: CheckpointTrouble): string {
  return [reasonOf(trouble), ...detailsOf(trouble)].join(" ");
}

function detailsOf(trouble: CheckpointTrouble): readonly string[] {
  if (trouble.kind === "store-failed") return storeText(trouble);
  if (trouble.kind === "key-unusable") {
    return [keyText(trouble.error), "Calls go on when it can be used again, without a restart."];
  }
  if (trouble.kind === "broken") {
    return [
      `The first wrong row is ${trouble.row}.`,
      "To examine this store: toolcourt audit export --out audit.jsonl.",
      "To go on, restore the right store and restart.",
    ];
  }
  if (trouble.kind === "older") {
    return [
      `Expected: ${endText(trouble.expected)}. Found: ${endText(trouble.found)}.`,
      "Restore the right store and restart.",
      `If it is lost, stop the gateway, run ${acceptLine}, and start it again.`,
    ];
  }
  return advice[trouble.kind];
}

const advice = {
  foreign: ["Give all gateways of the store the same audit.key and restart, or start a new log."],
  "key-replaced": ["Put the first key back, or restart to sign with the new one."],
  "signing-failed": [],
  "not-sent": [],
} as const;

/** Returns the end of a log for people. */
export function endText(end: LogEnd | undefined): string {
  if (end === undefined || end.sequence === 0) return "no rows";
  return `row ${end.sequence} with hash ${end.hash ?? ""}`;
}

function keyText(error: unknown): string {
  if (error instanceof KeyFileError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT"
    ? "Its file is gone. Put it back (audit.key)."
    : "Its file cannot be read. Make it readable for the gateway's user (audit.key).";
}

/** A store that is gone does not come back by itself. Other faults are in the store's own words. */
function storeText({ error, expected }: CheckpointTrouble & { readonly kind: "store-failed" }) {
  if (!(error instanceof StoreError)) return [];
  if (error.kind !== "unreachable") return [error.message];
  const lost = `If it is lost, restart on an empty store, stop, and run ${acceptLine}.`;
  return [
    error.message,
    `Expected: ${endText(expected)}.`,
    "Put the store back; no restart is needed.",
    lost,
  ];
}

/** Returns trouble if the key's file can no longer be used, or holds another key. */
export async function keyTrouble({
  signer,
  readKey,
}: {
  readonly signer: Pick<Signer, "publicKey">;
  readonly readKey?: (() => Promise<Pick<Signer, "publicKey">>) | undefined;
}): Promise<CheckpointTrouble | undefined> {
  try {
    const { publicKey } = (await readKey?.()) ?? signer;
    return publicKey === signer.publicKey ? undefined : { kind: "key-replaced" };
  } catch (error) {
    return { kind: "key-unusable", error };
  }
}

/** Converts an error of the store. `expected` is the last row that must be there. */
export function ofStore(error: unknown, expected: LogEnd): CheckpointTrouble {
  if (!(error instanceof StoreError) || error.kind !== "older") {
    return { kind: "store-failed", error, expected };
  }
  return { kind: "older", expected, found: foundIn(error.cause) };
}

/** Returns the end of the store that was found, if the store's error has it. */
function foundIn(cause: unknown): LogEnd | undefined {
  const found = memberOf(cause, "found");
  const [sequence, hash] = [memberOf(found, "sequence"), memberOf(found, "hash")];
  if (typeof sequence !== "number") return undefined;
  return { sequence, hash: typeof hash === "string" ? hash : undefined };
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

import { StoreError } from "../../stores/store-error.ts";
import { FileLogError } from "./file-log.ts";

const messages = {
  failed: "The store failed.",
  late: "The store did not answer in time.",
  full: "Too many entries wait for the store.",
  closed: "The audit log is closed.",
};

/** The reason why an entry is not in the log. Nothing that depends on the entry may continue. */
export class AuditUnavailable extends Error {
  override readonly name = "AuditUnavailable";
  readonly because: keyof typeof messages;

  constructor(because: keyof typeof messages, options?: ErrorOptions) {
    super(messageOf(options?.cause) ?? messages[because], options);
    this.because = because;
  }
}

/** Returns the cause's own message if the error is one of ours: it is the most specific. */
function messageOf(cause: unknown): string | undefined {
  const isOurs = cause instanceof StoreError || cause instanceof FileLogError;
  return isOurs ? cause.message : undefined;
}

/** Describes a failed append. A store that is busy or locked is late: it may still work. */
export function unavailable(cause: unknown): AuditUnavailable {
  const isSlow =
    cause instanceof StoreError && (cause.kind === "overdue" || cause.kind === "locked");
  return new AuditUnavailable(isSlow ? "late" : "failed", { cause });
}

/** Returns whether an entry may still be written, after its writer was told otherwise. */
export function isLate(error: unknown): boolean {
  return error instanceof AuditUnavailable && error.because === "late";
}

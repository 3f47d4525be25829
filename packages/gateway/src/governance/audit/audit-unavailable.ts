import { StoreError } from "../../stores/store-error.ts";
import { FileLogError } from "./file-log-error.ts";

const messages = {
  failed: "The store failed.",
  late: "The store gave no answer in time.",
  full: "Too many entries wait for the store.",
  closed: "The audit log is closed.",
};

/** The reason why an entry is not in the log. Nothing that depends on the entry may continue. */
export class AuditUnavailable extends Error {
  override readonly name = "AuditUnavailable";
  readonly because: keyof typeof messages;

  constructor(because: keyof typeof messages, options?: ErrorOptions) {
    super((because === "failed" && saidBy(options?.cause)) || messages[because], options);
    this.because = because;
  }
}

/** Returns the cause's own message if the error is one of ours: it is the most specific. */
function saidBy(cause: unknown): string | undefined {
  const isOurs = cause instanceof StoreError || cause instanceof FileLogError;
  return isOurs ? cause.message : undefined;
}

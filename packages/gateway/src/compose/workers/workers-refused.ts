import type { WorkerReload } from "./protocol.ts";

export type RefusedReload = Extract<WorkerReload, { readonly kind: "refused" }>;

/** A worker is not ready for what the files say. The message is that of its refusal. */
export class WorkersRefused extends Error {
  override readonly name = "WorkersRefused";
  readonly code: string;
  readonly next: string;

  constructor({ code, message, next }: RefusedReload) {
    super(message);
    this.code = code;
    this.next = next;
  }
}

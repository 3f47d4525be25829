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

export const lostWorker: RefusedReload = {
  kind: "refused",
  code: "gateway-failed",
  message: "A worker ended before it was ready; reload again in a moment.",
  next: "toolcourt reload",
};

export const changedMeanwhile: RefusedReload = {
  ...lostWorker,
  message: "The configuration was changed while the workers read it; reload again.",
};

import { type RefusalBody, refusalBody } from "./shapes.ts";

/** A request that was refused or got no usable answer. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly code: string;
  readonly next: string | undefined;
  readonly status: number;

  constructor({ code, message, next }: RefusalBody, status: number, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.next = next;
    this.status = status;
  }
}

/** The failures that the page itself finds. Their codes are not those of the gateway. */
export const ownFailures = {
  unreachable: {
    code: "gateway-unreachable",
    message: "The gateway does not answer.",
    next: "npx toolcourt doctor",
  },
  insecure: {
    code: "address-insecure",
    message:
      "Others on the way could read your key, so it was not sent. Open the console at its https address.",
    next: undefined,
  },
  outdated: {
    code: "page-outdated",
    message: "This page could not be loaded. The gateway may have been updated: load it again.",
    next: undefined,
  },
  unreadable: {
    code: "answer-unreadable",
    message: "The answer is not one that this page knows. Load the page again.",
    next: undefined,
  },
} as const;

/** Reads a refusal. An answer in another form comes from something between us and the gateway. */
export function failureIn(body: unknown, status: number): ApiFailure {
  try {
    return new ApiFailure(refusalBody(body, "").error, status);
  } catch (cause) {
    return new ApiFailure(ownFailures.unreadable, status, { cause });
  }
}

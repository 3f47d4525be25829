/** Every way a model fails to answer, with its message. */
const sentences = {
  "timed-out": "The model gave no complete answer within the time given.",
  unreachable: "No connection to the model could be made.",
  "address-refused": "The egress rules refuse the model's address.",
  "redirect-refused": "The model's endpoint redirected the request, which is refused.",
  unauthenticated: "The model's endpoint does not accept the key.",
  throttled: "The model's endpoint throttles our requests.",
  rejected: "The model's endpoint did not accept the request.",
  failed: "The model's endpoint failed.",
  "unexpected-content": "The model's endpoint answered with an unexpected media type.",
  unreadable: "The model's endpoint sent an unreadable answer.",
  "too-large": "The model's answer exceeds the size limit.",
  "cut-short": "The connection to the model ended before the answer did.",
  refused: "The model refused to answer.",
  filtered: "A content filter stopped the model's answer.",
  "length-reached": "The model's answer reached its length limit.",
  empty: "The model's answer was empty.",
  "several-calls": "The model requested more than one call; a question has at most one.",
  "function-unknown": "The model called a function that was not offered.",
  "arguments-malformed": "The model sent arguments that are not one JSON object.",
  "choice-malformed": "The model did not answer with one JSON object of bullets.",
} as const;

export type ModelFailureKind = keyof typeof sentences;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that is written above
export const modelFailureKinds = Object.keys(sentences) as readonly ModelFailureKind[];

/**
 * Failures of the answer itself, which may differ next time. The others concern the connection and
 * would repeat.
 */
const ofAnswers = new Set(
  "refused filtered length-reached empty several-calls function-unknown arguments-malformed choice-malformed".split(
    " ",
  ),
);

/** Our own values or values of a strict form. Never upstream text. */
export interface ModelFailureDetails {
  readonly status?: number;
  /** Delay the endpoint asks for before a retry. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * The only error models end with. It has no `cause`, which could contain the prompt or upstream
 * text.
 *
 * @example
 * ```ts
 * declare const choose: ChooseQuotes;
 * declare const request: SummaryRequest;
 * try {
 *   for await (const bullet of choose(request)) console.log(bullet);
 * } catch (error) {
 *   if (!(error instanceof ModelFailure)) throw error;
 *   console.log(error.code, error.details.retryAfterMs);
 * }
 * ```
 */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly kind: ModelFailureKind;
  /** The kind as a reason code, prefixed to be unique among reasons. */
  readonly code: `model-${ModelFailureKind}`;
  readonly details: ModelFailureDetails;
  /** Whether there was an answer, so a retry may bring a better one. */
  readonly isOfAnswer: boolean;

  constructor(kind: ModelFailureKind, details: ModelFailureDetails = {}) {
    super(sentences[kind]);
    this.kind = kind;
    this.code = `model-${kind}`;
    this.details = details;
    this.isOfAnswer = ofAnswers.has(kind);
  }
}

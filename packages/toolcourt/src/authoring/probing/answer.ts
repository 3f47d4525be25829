import {
  type ReceivedResult,
  readResult,
} from "@toolcourt/gateway/internal/pipeline/stages/received-result";
import { UpstreamError, type UpstreamFault } from "@toolcourt/gateway/internal/upstreams/upstream";
import { isJsonObject, type JsonObject, own, strings } from "@toolcourt/sdk";

interface Timed {
  /** Time from sending the call to its end. */
  readonly ms: number;
}

/** The outcome of a call, as far as a verdict depends on it. */
export type Answer = Timed &
  (
    | { readonly kind: "result"; readonly result: ReceivedResult }
    /** An object that is not a tool result. */
    | { readonly kind: "shapeless"; readonly issue: string }
    /** The tool requests input from a person first. */
    | { readonly kind: "asks" }
    | { readonly kind: "rpc-error"; readonly code: number; readonly texts: readonly string[] }
    /** Not a protocol message, or too long for one. */
    | { readonly kind: "garbled"; readonly how: string }
    /** The connection or the process ended. `isUnsent` if that happened before the call. */
    | { readonly kind: "crash"; readonly isUnsent: boolean }
    | { readonly kind: "hang" }
  );

/** Parses a raw result from a server. */
export function answerOf(raw: JsonObject, ms: number): Answer {
  if (own(raw, "resultType") === "input_required") return { kind: "asks", ms };
  const reading = readResult(raw);
  return reading.kind === "result"
    ? { kind: "result", result: reading.result, ms }
    : { kind: "shapeless", issue: reading.issue, ms };
}

/** Parses an error thrown instead of a result. Undefined if the server did not cause it. */
export function failureOf(error: unknown, ms: number): Answer | undefined {
  if (!(error instanceof UpstreamError)) return undefined;
  return answers[error.fault.kind](error, ms);
}

type Read = (error: UpstreamError, ms: number) => Answer;

const answers: Readonly<Record<UpstreamFault["kind"], Read>> = {
  lost: (_, ms) => ({ kind: "crash", isUnsent: false, ms }),
  unreachable: (_, ms) => ({ kind: "crash", isUnsent: true, ms }),
  credential: (_, ms) => ({ kind: "crash", isUnsent: true, ms }),
  garbled: (_, ms) => ({
    kind: "garbled",
    how: "something that is not an MCP message, or is too long",
    ms,
  }),
  "too-complex": (_, ms) => ({
    kind: "garbled",
    how: "a message with too many keys, values or levels",
    ms,
  }),
  "list-too-long": (_, ms) => ({ kind: "garbled", how: "a list without end", ms }),
  http: ({ fault }, ms) => ({
    kind: "garbled",
    how: fault.kind === "http" ? `the HTTP status ${fault.status}` : "an HTTP status",
    ms,
  }),
  rpc: ({ fault, cause }, ms) => {
    if (fault.kind === "rpc" && fault.requires !== undefined) return { kind: "asks", ms };
    const code = fault.kind === "rpc" ? fault.code : 0;
    return { kind: "rpc-error", code, texts: textsIn(cause), ms };
  },
};

function textsIn(error: unknown): readonly string[] {
  return isJsonObject(error) ? [...strings(error)].map(({ value }) => value) : [];
}

/** Collects all texts of a result, for scans such as the secret scan. */
export function textsOf({ content, structured }: ReceivedResult): readonly string[] {
  return [...strings([...content, structured ?? null])].map(({ value }) => value);
}

/** Returns the text blocks of a result, or all its texts if it has none. */
export function errorTextsOf(result: ReceivedResult): readonly string[] {
  const texts = result.content.map((block) => own(block, "text"));
  const said = texts.filter((text) => typeof text === "string");
  return said.length > 0 ? said : textsOf(result);
}

/** Tells whether a call was refused in a form that a caller can understand. */
export function isRefusal(answer: Answer): boolean {
  if (answer.kind === "rpc-error") return answer.code === invalidParams;
  return answer.kind === "result" && answer.result.isError === true;
}

const invalidParams = -32_602;

/** Tells whether the tool reports success. */
export function isSuccess(answer: Answer): answer is Extract<Answer, { readonly kind: "result" }> {
  return answer.kind === "result" && answer.result.isError !== true;
}

/** Tells whether a text says the input does not fit the schema. A missing record does not count. */
export function soundsLikeValidation(text: string): boolean {
  return text.length <= longest && validation.test(text);
}

/** Tells whether a text begins like a failure message. */
export function soundsLikeFailure(text: string): boolean {
  return text.length <= longest && failure.test(text);
}

/** Failure messages are short; longer texts are content. */
const longest = 2_000;

const validation =
  /-32602|\binput-invalid\b|\bvalidation (?:error|failed)\b|\binvalid (?:input|arguments?|params?|parameters?|type)\b|\b(?:arguments?|parameters?|property|properties|field|input)\b.{0,60}\b(?:must be|must have|is required|are required|is not allowed|is invalid|missing)\b|\b(?:missing|unknown|unexpected|unrecognized) (?:required )?(?:arguments?|parameters?|property|properties|field|key)\b|\bexpected (?:a |an )?(?:string|number|integer|boolean|array|object)\b/i;

const failure =
  /^\W{0,3}(?:error|failed|failure|exception|fatal|invalid|validation|missing|unknown argument|bad request|refused)\b/i;

/**
 * Returns the opening of a text. Two refusals for the same reason begin alike, regardless of the
 * value.
 */
export function openingOf(texts: readonly string[]): string {
  const words =
    texts
      .join(" ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.slice(0, 3).join(" ");
}

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

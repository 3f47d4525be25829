/** Whether a text tells a caller that its input does not fit the schema. That something is missing is another matter. */
export function soundsLikeValidation(text: string): boolean {
  return text.length <= longest && validation.test(text);
}

/** Whether a text begins like one that tells of a failure. */
export function soundsLikeFailure(text: string): boolean {
  return text.length <= longest && failure.test(text);
}

/** Who fails says so in a few words; longer texts are contents. */
const longest = 2_000;

const validation =
  /-32602|\binput-invalid\b|\bvalidation (?:error|failed)\b|\binvalid (?:input|arguments?|params?|parameters?|type)\b|\b(?:arguments?|parameters?|property|properties|field|input)\b.{0,60}\b(?:must be|must have|is required|are required|is not allowed|is invalid|missing)\b|\b(?:missing|unknown|unexpected|unrecognized) (?:required )?(?:arguments?|parameters?|property|properties|field|key)\b|\bexpected (?:a |an )?(?:string|number|integer|boolean|array|object)\b/i;

const failure =
  /^\W{0,3}(?:error|failed|failure|exception|fatal|invalid|validation|missing|unknown argument|bad request|refused)\b/i;

/** How a text begins: two refusals for the same reason begin alike, whatever they are about. */
export function openingOf(texts: readonly string[]): string {
  const words =
    texts
      .join(" ")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return words.slice(0, 3).join(" ");
}

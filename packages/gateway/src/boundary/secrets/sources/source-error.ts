/** Why a secret could not be read. The text is ours, and names no value. */
export class SourceError extends Error {
  override readonly name = "SourceError";
}

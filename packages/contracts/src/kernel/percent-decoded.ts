/** Decodes a URL part. An invalid percent sign stands for itself. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

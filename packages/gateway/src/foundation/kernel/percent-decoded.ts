/** A part of an address as it is meant. A percent sign that begins nothing stands for itself. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Formats a duration in ISO 8601: `PT30S`, `PT1M`, `PT1H30M`. */
export function isoDuration(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1000;
  const parts = [part(hours, "H"), part(minutes, "M"), part(seconds, "S")].join("");
  return `PT${parts === "" ? "0S" : parts}`;
}

function part(amount: number, unit: string): string {
  return amount === 0 ? "" : `${amount}${unit}`;
}

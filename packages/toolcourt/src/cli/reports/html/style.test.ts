import { describe, expect, it } from "vitest";
import { palettes } from "./style.ts";

/** Relative luminance according to WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts = ["ink", "quiet", "error", "warning", "fine", "link"] as const;

describe.each(["light", "dark"] as const)("the %s palette", (name) => {
  const palette = palettes[name];

  it.each(texts)("shows %s with enough contrast", (text) => {
    expect(contrast(palette[text], palette.paper)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette[text], palette.sheet)).toBeGreaterThanOrEqual(4.5);
  });
});

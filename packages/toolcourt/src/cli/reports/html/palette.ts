export interface Palette {
  readonly paper: string;
  readonly sheet: string;
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly error: string;
  readonly warning: string;
  readonly fine: string;
  readonly link: string;
}

/** Every text color is readable on both backgrounds, `paper` and `sheet`. */
export const palettes: Readonly<Record<"light" | "dark", Palette>> = {
  light: {
    paper: "#fcfbf8",
    sheet: "#f3f0e9",
    ink: "#1c1b19",
    quiet: "#5d584f",
    line: "#dcd7cb",
    error: "#a3231b",
    warning: "#7a4b00",
    fine: "#1f6236",
    link: "#1d4f8f",
  },
  dark: {
    paper: "#151513",
    sheet: "#201f1c",
    ink: "#ebe8e1",
    quiet: "#aaa598",
    line: "#3a3731",
    error: "#ff9289",
    warning: "#f0bb66",
    fine: "#8ad19e",
    link: "#9cc3f5",
  },
};

/** Returns the palette as CSS custom properties. */
export function propertiesOf(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(";");
}

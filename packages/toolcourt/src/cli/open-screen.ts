import type { Screen } from "./command.ts";

const enter = "\u001b[?1049h\u001b[?25l";
const leave = "\u001b[?25h\u001b[?1049l";
/** The keys that end a view: q, and the interrupt, which raw mode passes on as a byte. */
const endKeys = ["q", "Q", "\u0003"];

export interface ScreenDeps {
  readonly input: NodeJS.ReadableStream & { readonly setRawMode: (isRaw: boolean) => unknown };
  readonly output: {
    readonly columns: number;
    readonly rows: number;
    readonly write: (text: string) => unknown;
  };
}

/** Takes a whole terminal for a live view. What was there comes back on disposal. */
export function openScreen({ input, output }: ScreenDeps): Screen {
  const ended = new AbortController();
  const press = (keys: Buffer): void => {
    if (endKeys.some((key) => keys.includes(key))) ended.abort();
  };
  input.setRawMode(true);
  input.on("data", press).resume();
  output.write(enter);
  return {
    quit: ended.signal,
    size: () => ({ columns: output.columns, rows: output.rows }),
    draw: (lines) => {
      // Each line ends with the erasure of its rest, so that nothing flickers.
      output.write(`\u001b[H${lines.join("\u001b[K\r\n")}\u001b[K\u001b[J`);
    },
    [Symbol.dispose]: () => {
      input.off("data", press);
      input.setRawMode(false);
      input.pause();
      output.write(leave);
    },
  };
}

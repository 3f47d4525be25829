import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

export interface HiddenAsking {
  /** A terminal with echo turned off during the question. */
  readonly input: NodeJS.ReadableStream;
  readonly output: { readonly write: (text: string) => unknown };
  readonly signal: AbortSignal;
  /** Called on an interrupt by the user. */
  readonly interrupted: () => void;
}

/** Asks at a terminal for a line without echo. Empty if the input ends first. */
export async function askHidden(question: string, asking: HiddenAsking): Promise<string> {
  const { input, output, signal, interrupted } = asking;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  const ended = new Promise<string>((resolve) => {
    lines.once("close", () => resolve(""));
  });
  lines.on("SIGINT", interrupted);
  output.write(question);
  try {
    return await Promise.race([lines.question("", { signal }), ended]);
  } finally {
    lines.close();
    output.write("\n");
  }
}

/** One kind of request that is sent again and again, a little different each time. */
export interface Question {
  readonly method: string;
  /** The tool as its server calls it; none for what is no call. */
  readonly tool?: string;
  /** What is asked the nth time. */
  readonly params: (turn: number) => Readonly<Record<string, unknown>>;
  /** Whether this is the right answer to the nth, looking at all of it. */
  readonly isAnswer: (turn: number, text: string) => boolean;
}

/** A call that is answered with what it sent, which differs each time, so that no answer can be another's. */
export function echoOf(characters: number): Question {
  const filler = "x".repeat(characters - 8);
  const textOf = (turn: number): string => `${String(turn).padStart(8, "0")}${filler}`;
  return {
    method: "tools/call",
    tool: "echo",
    params: (turn) => ({ arguments: { text: textOf(turn) } }),
    isAnswer: (turn, text) => text.includes(`:"${textOf(turn)}"`) && succeeded(text),
  };
}

/** A call with a result of about so many bytes: rows, once as structure and once as text. */
export function rowsOf(bytes: number): Question {
  return {
    method: "tools/call",
    tool: "rows",
    params: () => ({ arguments: { bytes } }),
    isAnswer: (_turn, text) =>
      text.length > bytes * 0.9 && text.includes("the last row") && succeeded(text),
  };
}

export function listOf(tools: number): Question {
  // To count the tools costs more than to send them, and a list as long as one that was counted is the same.
  const counted = new Set<number>();
  return {
    method: "tools/list",
    params: () => ({}),
    isAnswer: (_turn, text) => {
      if (!counted.has(text.length) && text.split('"inputSchema"').length === tools + 1) {
        counted.add(text.length);
      }
      return counted.has(text.length);
    },
  };
}

function succeeded(text: string): boolean {
  return text.includes('"result"') && !text.includes('"isError":true');
}

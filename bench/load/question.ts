/** One kind of request, repeated with small variations. */
export interface Question {
  readonly method: string;
  /** The tool's upstream name. Undefined if the request is not a call. */
  readonly tool?: string;
  /** The parameters of the nth request. */
  readonly params: (turn: number) => Readonly<Record<string, unknown>>;
  /** Checks the whole answer to the nth request. */
  readonly isAnswer: (turn: number, text: string) => boolean;
}

/** Words as in real texts: one endless word would favor or punish searches for secrets. */
const words = " The quick brown fox jumps over the lazy dog and packs a box with five dozen jugs.";

/** Asks for an echo of a unique text, so that swapped answers are detected. */
export function echoOf(characters: number): Question {
  const filler = words.repeat(Math.ceil(characters / words.length)).slice(0, characters - 8);
  const textOf = (turn: number): string => `${String(turn).padStart(8, "0")}${filler}`;
  return {
    method: "tools/call",
    tool: "echo",
    params: (turn) => ({ arguments: { text: textOf(turn) } }),
    isAnswer: (turn, text) => text.includes(`:"${textOf(turn)}"`) && succeeded(text),
  };
}

/** Asks for a result of about `bytes` bytes: rows, once as structure and once as text. */
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
  // Counting tools costs more than sending them. A list as long as a counted one is taken as equal.
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

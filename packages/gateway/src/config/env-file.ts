/** One line of the file that cannot be read. Its text is never shown: it may be a secret. */
export interface EnvFileFlaw {
  readonly line: number;
  readonly message: string;
}

export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly flaws: readonly EnvFileFlaw[];
}

/**
 * Reads lines of `NAME=value`, with quotes and comments. Programs disagree on what other lines
 * mean, so those are flaws. Nothing is expanded.
 */
export function readEnvFile(text: string): EnvFile {
  const values = new Map<string, string>();
  const flaws: EnvFileFlaw[] = [];
  const lines = text.replace(/^\u{FEFF}/u, "").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const read = readLine(line.trim());
    const flaw = read.kind === "set" && values.has(read.name) ? twice : flawOf(read);
    if (flaw !== undefined) flaws.push({ line: index + 1, message: flaw });
    else if (read.kind === "set") values.set(read.name, read.value);
  }
  return { values: Object.fromEntries(values), flaws };
}

type Line =
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "flawed"; readonly message: string };

const twice = "This variable is set twice; remove one.";
const unclear = "Expected NAME=value, a comment that starts with #, or an empty line.";
const unclosed = "The quote must end on the same line, with at most a comment behind it.";
const unknownEscape =
  'In double quotes, a backslash stands before n, r, t, " or another backslash.';
const reference = "References are not filled in here. Write '…' in single quotes for a plain ${.";

function flawOf(line: Line): string | undefined {
  return line.kind === "flawed" ? line.message : undefined;
}

function readLine(line: string): Line {
  if (line === "" || line.startsWith("#")) return { kind: "nothing" };
  const [, name, written = ""] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*([^]*)$/.exec(line) ?? [];
  if (name === undefined) return flawed(unclear);
  const value = valueOf(written);
  return value.kind === "text" ? { kind: "set", name, value: value.text } : value;
}

type Value = { readonly kind: "text"; readonly text: string } | Extract<Line, { kind: "flawed" }>;

function valueOf(written: string): Value {
  if (written.startsWith("'")) return quoted(/^'([^']*)'(?:\s*|\s+#[^]*)$/.exec(written));
  if (written.startsWith('"')) return doubleQuoted(written);
  return expandable(written.replace(/(?:^|\s+)#[^]*$/, ""));
}

function doubleQuoted(written: string): Value {
  const value = quoted(/^"((?:[^"\\]|\\[^])*)"(?:\s*|\s+#[^]*)$/.exec(written));
  if (value.kind === "flawed") return value;
  if (/\\[^nrt"\\]/.test(value.text.replaceAll("\\\\", ""))) return flawed(unknownEscape);
  const text = value.text.replaceAll(/\\([^])/g, (_, each: string) => escapes.get(each) ?? each);
  return expandable(text);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function quoted(found: RegExpExecArray | null): Value {
  const text = found?.[1];
  return text === undefined ? flawed(unclosed) : { kind: "text", text };
}

// Other programs expand these, so the same file would mean two things.
function expandable(text: string): Value {
  return text.includes("${") ? flawed(reference) : { kind: "text", text };
}

function flawed(message: string): Extract<Line, { kind: "flawed" }> {
  return { kind: "flawed", message };
}

/** Servers that decode twice are common. More often is not decoded by any. */
const maxDecoding = 3;

/**
 * Returns the address as written, and what a server may take it for: decoded, without empty and `.`
 * segments, and without query, fragment and slashes at its end. A deny holds for each of them.
 */
export function readingsOf(uri: string): ReadonlySet<string> {
  return new Set([uri, ...decodings(uri).flatMap(withoutEnds).flatMap(withoutEmptySegments)]);
}

function decodings(uri: string): readonly string[] {
  const texts = [uri];
  for (let text = uri; texts.length <= maxDecoding && text.includes("%"); ) {
    text = decode(text);
    texts.push(text);
  }
  return texts;
}

/** Decodes what can be decoded: a literal percent sign must not protect the rest. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll(/%([0-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}

function withoutEnds(text: string): readonly string[] {
  const [path = "", ...rest] = text.split(/[?#]/, 2);
  return rest.length === 0 ? [text] : [text, path];
}

const parts = /^([a-z][a-z\d+.-]*:)?(\/*)(.*)$/is;

/** Servers disagree about slashes after the scheme, so each number up to the given one counts. */
function withoutEmptySegments(text: string): readonly string[] {
  const [, scheme = "", lead = "", rest = ""] = parts.exec(text.replaceAll("\\", "/")) ?? [];
  const tidy = rest
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
  const leads = ["", "/", "//", "///"].filter(({ length }) => length <= lead.length);
  return [text, ...leads.map((slashes) => scheme + slashes + tidy)];
}

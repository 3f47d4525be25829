import { refused } from "./refused.ts";

/** Refused names of path components, matched on the folded name. */
const refusedNames: readonly RegExp[] = [
  /^\.env/,
  /\.env$/,
  /secret/,
  /credential/,
  /^\.git$/,
  /\.(pem|key)$/,
  /^id_rsa/,
  /^\.(npmrc|netrc|aws|ssh)$/,
  // Windows device names, with any extension.
  /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/,
];

/** Characters that another system, a shell or a decoder would interpret. */
const refusedCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\:~$%*?"<>|]/u;
/** Characters that look like a separator. */
const falseSeparators = /[\u2044\u2215\u2216\u29f5\u29f8\uff0f\uff3c]/u;

/**
 * Splits a relative path into its components, without empty ones and dots. Throws if the path or a
 * name is refused. Checks text only: the file itself is checked on its descriptor.
 */
export function componentsOf(path: string): readonly string[] {
  checkNames(path);
  const components = path.split("/");
  // `a/` and `a/.` name a folder, even if `a` is a file.
  if (["", "."].includes(components.at(-1) ?? "")) throw refused("not-a-file");
  return components.filter((component) => component !== "" && component !== ".");
}

/** Throws if a path lexically leaves its root, or if a component has a refused name. */
export function checkNames(path: string): void {
  const folded = fold(path);
  if ([path, folded].some((form) => refusedCharacters.test(form))) throw refused("path-refused");
  if (falseSeparators.test(path)) throw refused("path-refused");
  if (folded.startsWith("/") || folded.includes("..")) throw refused("path-refused");
  if (folded.split("/").some(isRefusedName)) throw refused("path-refused");
}

function isRefusedName(name: string): boolean {
  if (name === ".") return false;
  // Some file systems strip these from the end of a name, so it would name another file.
  return /[. ]$/.test(name) || refusedNames.some((pattern) => pattern.test(name));
}

// File systems disagree on which names are equal. Folds together what any of them treats as equal.
function fold(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
}

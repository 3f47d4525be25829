import { refused } from "./refused.ts";

/** Names that no component of a path may have, on the folded name. */
const refusedNames: readonly RegExp[] = [
  /^\.env/,
  /\.env$/,
  /secret/,
  /credential/,
  /^\.git$/,
  /\.(pem|key)$/,
  /^id_rsa/,
  /^\.(npmrc|netrc|aws|ssh)$/,
  // Names of devices, with any extension, on a system that has them in every folder.
  /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/,
];

/** What another system, a shell or a decoder would read as more than a name. */
const refusedCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\:~$%*?"<>|]/u;
/** What looks like a separator and is none. */
const falseSeparators = /[\u2044\u2215\u2216\u29f5\u29f8\uff0f\uff3c]/u;

/**
 * The components of a relative path that may be looked up, without those that say nothing. Throws when
 * the path or one of its names is refused. It judges words only: what lies there is for the descriptor.
 */
export function componentsOf(path: string): readonly string[] {
  checkNames(path);
  const components = path.split("/");
  // `a/` and `a/.` name a folder, whatever `a` is.
  if (["", "."].includes(components.at(-1) ?? "")) throw refused("not-a-file");
  return components.filter((component) => component !== "" && component !== ".");
}

/** Throws when a path leaves its root in words, or when one of its components has a refused name. */
export function checkNames(path: string): void {
  const folded = fold(path);
  if ([path, folded].some((form) => refusedCharacters.test(form))) throw refused("path-refused");
  if (falseSeparators.test(path)) throw refused("path-refused");
  if (folded.startsWith("/") || folded.includes("..")) throw refused("path-refused");
  if (folded.split("/").some(isRefusedName)) throw refused("path-refused");
}

function isRefusedName(name: string): boolean {
  if (name === ".") return false;
  // There are file systems that drop these from the end of a name, so it is the name of another file.
  return /[. ]$/.test(name) || refusedNames.some((pattern) => pattern.test(name));
}

// File systems disagree on which names are the same; this makes the same whatever any of them does.
function fold(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKC");
}

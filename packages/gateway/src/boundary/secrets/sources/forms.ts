const step = "[\\w.-]*[\\w-][\\w.-]*";

/**
 * The sources of secrets and how each is written: `file:<path>`. A new source is one row here and
 * one in `sources.ts`.
 */
const forms = {
  file: { where: ".+", shown: "file:<path>" },
  env: { where: "[A-Za-z_]\\w*", shown: "env:<name>" },
  keyring: { where: "[\\w.-]+\\/[\\w.-]+", shown: "keyring:<service>/<account>" },
  cmd: { where: "\\S.*", shown: "cmd:<program> <arguments>" },
  // No step is `..`, which would lead to another path of the API.
  vault: { where: `${step}(?:\\/${step})+#[\\w.-]+`, shown: "vault:<mount>/<path>#<field>" },
} as const satisfies Readonly<Record<string, Form>>;

interface Form {
  /** Pattern of the text behind the colon. */
  readonly where: string;
  readonly shown: string;
}

export type SourceKind = keyof typeof forms;

export interface SourceReference {
  readonly kind: SourceKind;
  readonly where: string;
}

export const sourceKinds: readonly SourceKind[] = ["file", "env", "keyring", "cmd", "vault"];

/** Returns the pattern of texts that name one of these sources. */
export function sourcePattern(kinds: readonly SourceKind[]): RegExp {
  return new RegExp(`^(${kinds.map((kind) => `${kind}:${forms[kind].where}`).join("|")})$`);
}

/** Lists how these sources are written. */
export function shownForms(kinds: readonly SourceKind[]): string {
  const shown = kinds.map((kind) => forms[kind].shown);
  return `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

const any = sourcePattern(sourceKinds);

/** Reads the name of a source. Returns undefined for an unknown source or form. */
export function readReference(text: string): SourceReference | undefined {
  if (!any.test(text)) return undefined;
  const colon = text.indexOf(":");
  const kind = sourceKinds.find((each) => each === text.slice(0, colon));
  return kind && { kind, where: text.slice(colon + 1) };
}

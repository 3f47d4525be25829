import { readReference } from "../boundary/secrets/sources/forms.ts";

/** The environment at start. Injected, never read from the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Node reads the file that this variable names, and trusts its certificates everywhere. */
export const extraCertificates = "NODE_EXTRA_CA_CERTS";

/** Returns the file, or undefined if Node reads none. */
export function extraCertificatesOf(environment: Environment): string | undefined {
  const file = environment[extraCertificates];
  return file === "" ? undefined : file;
}

export type Expansion =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly problem: string };

/** `$${` is a plain `${`. */
const reference = /\$\$\{|\$\{([^}]*)\}/g;
/** The names that a variable may have. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function isVariableName(name: string): boolean {
  return variableName.test(name);
}

/** Variables of plain values. Their values occur in results, where they must stay. */
const plainVariables =
  /^(?:HOME|USER|LOGNAME|USERNAME|USERPROFILE|APPDATA|LOCALAPPDATA|PWD|PATH|SHELL|LANG|LC_\w+|TERM|TMPDIR|TEMP|TMP|TZ|HOSTNAME|XDG_\w+)$|_(?:DIR|DIRECTORY|FOLDER|PATH|HOME|ROOT|FILE|HOST|PORT|REGION)$/;

/** Reports whether a name denotes a path, a host or a user, and no secret. */
export function isPlainVariable(name: string): boolean {
  return plainVariables.test(name);
}

/** Expands `${NAME}` in a text. A server's environment also has its sources, such as `file:key`. */
export function expandVariables(text: string, environment: Environment): Expansion {
  return expandReferences(text, (name) => {
    const value = valueOf(name, environment);
    if (value !== undefined) return { kind: "text", text: value };
    return refused(
      isVariableName(name)
        ? `The environment has no variable ${name.slice(0, 64)}.`
        : "Name a variable by letters, digits and underscores: ${NAME}.",
    );
  });
}

/** Expands every reference in a text by `lookUp`. The first that is refused refuses the text. */
export function expandReferences(
  text: string,
  lookUp: (reference: string) => Expansion,
): Expansion {
  if (text.replaceAll(reference, " ").includes("${")) {
    return refused("A variable is named as ${NAME}; the } is missing.");
  }
  let problem: string | undefined;
  const filled = text.replaceAll(reference, (_, name?: string) => {
    if (name === undefined) return "${";
    const found = lookUp(name);
    if (found.kind === "text") return found.text;
    problem ??= found.problem;
    return "";
  });
  return problem === undefined ? { kind: "text", text: filled } : refused(problem);
}

export function refused(problem: string): Expansion {
  return { kind: "refused", problem };
}

function valueOf(name: string, environment: Environment): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** Reports whether a text is only a reference, so that showing it reveals no secret. */
export function isReference(text: string): boolean {
  const [, name = ""] = /^\$\{([^}]*)\}$/.exec(text) ?? [];
  return isVariableName(name) || readReference(name) !== undefined;
}

/** Expands a text that the relations have already checked. */
export function expanded(text: string, environment: Environment): string {
  const expansion = expandVariables(text, environment);
  if (expansion.kind === "refused") throw new TypeError("an unknown variable was let through");
  return expansion.text;
}

/** Expands all values of a map. */
export function expandedValues(
  values: Readonly<Record<string, string>>,
  environment: Environment,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, text]) => [key, expanded(text, environment)]),
  );
}

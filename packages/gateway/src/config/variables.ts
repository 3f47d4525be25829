/** The environment at start. Injected, never read from the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Expansion =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly problem: string };

const reference = /\$\{([^}]*)\}/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function isVariableName(name: string): boolean {
  return variableName.test(name);
}

/** Expands `${NAME}` in a text. */
export function expandVariables(text: string, environment: Environment): Expansion {
  if (text.replaceAll(reference, "").includes("${")) {
    return { kind: "refused", problem: "A variable is named as ${NAME}; the } is missing." };
  }
  const names = [...text.matchAll(reference)].map(([, name = ""]) => name);
  if (!names.every(isVariableName)) {
    return {
      kind: "refused",
      problem: "Name a variable by letters, digits and underscores: ${NAME}.",
    };
  }
  const unset = names.find((name) => valueOf(name, environment) === undefined);
  if (unset !== undefined) {
    return { kind: "refused", problem: `The environment has no variable ${unset.slice(0, 64)}.` };
  }
  const filled = text.replaceAll(reference, (_, name: string) => valueOf(name, environment) ?? "");
  return { kind: "text", text: filled };
}

function valueOf(name: string, environment: Environment): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}

/** Reports whether a text is only a variable reference, so that showing it reveals no secret. */
export function isReference(text: string): boolean {
  return /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(text);
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

const mask = "***";

/**
 * Makes a function that replaces every one of our own secrets in a text, as it is and as it stands
 * inside JSON text. Longer ones go first, so that a secret which contains another leaves nothing behind.
 */
export function createHideSecrets(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(
    secrets.filter((secret) => secret !== "").flatMap((secret) => [secret, insideJson(secret)]),
  );
  const longestFirst = [...forms].toSorted((a, b) => b.length - a.length);
  return (text) =>
    longestFirst.reduce((hidden, form) => {
      return hidden.includes(form) ? hidden.replaceAll(form, mask) : hidden;
    }, text);
}

function insideJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

/** Domains keep the same text apart: as a stranger's, or as a first-party value of a kind. */
export interface Domains {
  readonly loose: string;
  readonly first: (kind: string) => string;
  readonly user: (kind: string) => string;
  readonly claimed: (kind: string) => string;
}

export const domains: Domains = {
  loose: "loose",
  first: named("first"),
  user: named("user"),
  claimed: named("claimed"),
};

const maxNames = 1_000;

/** The same string each time: a new one would be hashed anew at each look-up. */
function named(prefix: string): (kind: string) => string {
  const names = new Map<string, string>();
  return (kind) => {
    const known = names.get(kind);
    if (known !== undefined) return known;
    const name = `${prefix}/${kind}`;
    if (names.size < maxNames) names.set(kind, name);
    return name;
  };
}

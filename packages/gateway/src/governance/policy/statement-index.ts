import type { Statement } from "./policy.ts";
import type { PolicyPrincipal } from "./question.ts";
import { isFor } from "./selectors.ts";

/** Returns the statements that are for a principal, in file order. */
export function lookUp(
  { open, byPrincipal, byRole }: Index,
  principal: PolicyPrincipal,
  roles: ReadonlySet<string>,
): readonly Statement[] {
  const found = [
    ...open,
    ...(byPrincipal.get(principal.id) ?? []),
    ...[...roles].flatMap((role) => byRole.get(role) ?? []),
  ];
  return [...new Set(found)]
    .filter(({ entry }) => isFor(entry, principal, roles))
    .toSorted((a, b) => a.position - b.position);
}

/** Statements by their most selective key: the principal, else the role. */
export interface Index {
  readonly byPrincipal: ReadonlyMap<string, readonly Statement[]>;
  readonly byRole: ReadonlyMap<string, readonly Statement[]>;
  readonly open: readonly Statement[];
}

export function indexOf(statements: readonly Statement[]): Index {
  const byPrincipal = new Map<string, Statement[]>();
  const byRole = new Map<string, Statement[]>();
  const open: Statement[] = [];
  for (const statement of statements) {
    const { principals, roles } = statement.entry;
    if (principals !== undefined && !principals.includes("*"))
      add(byPrincipal, principals, statement);
    else if (roles !== undefined) add(byRole, roles, statement);
    else open.push(statement);
  }
  return { byPrincipal, byRole, open };
}

function add(
  index: Map<string, Statement[]>,
  names: readonly string[],
  statement: Statement,
): void {
  for (const name of names) {
    const list = index.get(name);
    if (list === undefined) index.set(name, [statement]);
    else list.push(statement);
  }
}

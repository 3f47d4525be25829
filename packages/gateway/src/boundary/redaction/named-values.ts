import { assignedSecrets, serviceKeys } from "./assigned-secrets.ts";
import { type FoundSecret, findSecrets } from "./find-secrets.ts";

const words = [...assignedSecrets, serviceKeys]
  .flatMap(({ anchors }) => anchors)
  .map((anchor) => anchor.replace(/^pwd.$/s, "pwd"));
const mostRemembered = 4_096;
const remembered = new Map<string, boolean>();

/**
 * Finds a secret that its member name reveals. In a text the name stands beside the value; in JSON
 * they must be joined first. The finding covers the whole value.
 */
export function findNamedSecret(name: string, value: string): FoundSecret | undefined {
  if (!mayNameSecret(name)) return undefined;
  const lead = `${name}=`;
  const found = findSecrets(`${lead}${value}`).find(
    ({ start, end }) => start <= lead.length && end > lead.length,
  );
  return found && { kind: found.kind, start: 0, end: value.length };
}

/** Cached: the same few names recur. */
function mayNameSecret(name: string): boolean {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const small = name.slice(0, 256).toLowerCase();
  const may = words.some((word) => small.includes(word));
  remembered.set(name, may);
  return may;
}

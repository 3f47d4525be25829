import { hash } from "node:crypto";
import type { Clock } from "../../foundation/kernel/clock.ts";
import { withTimeout } from "../../foundation/kernel/with-timeout.ts";
import type { PersonalField, PersonalStore } from "../../stores/audit-store.ts";
import type { AuditedPrincipal, Subject } from "./audited-call.ts";

/** The other names under which the log knows people. */
export interface Subjects {
  /** At once where the principal was here a short while ago. */
  readonly of: (principal: AuditedPrincipal) => Subject | Promise<Subject>;
  /** Who a subject of the log is; undefined for somebody who was erased. */
  readonly find: (principal: AuditedPrincipal) => Promise<Subject | undefined>;
  /**
   * Destroys what leads from the log to a person, who is of a tenant (empty for none). The log stays as it is,
   * and valid. Says how many fields that were.
   */
  readonly erase: (subject: string, tenant: string) => Promise<number>;
}

export interface SubjectsOptions {
  readonly personal: PersonalStore;
  readonly clock: Clock;
  /** Random, as ids and as salts. */
  readonly newId: () => string;
  /** How long another process may go on using a name that was erased here. */
  readonly rememberMs?: number;
}

interface Remembered {
  readonly subject: Subject;
  readonly until: number;
}

const mostRemembered = 10_000;
// A call is refused within a second, and its intent has to be written after this.
const mostMs = 500;

/** A person has a random name in the log, so that once it is erased nothing leads back, not even a key. */
export function createSubjects(options: SubjectsOptions): Subjects {
  const { personal, clock, newId, rememberMs = 60_000 } = options;
  const remembered = new Map<string, Remembered>();

  const remember = (principal: AuditedPrincipal, field: PersonalField): Subject => {
    if (remembered.size >= mostRemembered) remembered.clear();
    const subject = { id: field.subject, proof: proofOf(field) };
    remembered.set(placeOf(principal), { subject, until: clock.monotonic() + rememberMs });
    return subject;
  };

  const lookUp = async (principal: AuditedPrincipal): Promise<Subject> => {
    const key = keyOf(principal);
    const known = await personal.find(key);
    if (known !== undefined) return remember(principal, known);
    const made = { id: key, subject: newId(), salt: newId(), text: principal.id };
    await personal.put(made);
    // Another process may have been first, and the first one counts.
    return remember(principal, (await personal.find(key)) ?? made);
  };

  return {
    of: (principal) => {
      if (isNobody(principal)) return { id: principal.id };
      const found = remembered.get(placeOf(principal));
      if (found !== undefined && found.until > clock.monotonic()) return found.subject;
      return withTimeout({ clock, ms: mostMs }, () => lookUp(principal));
    },
    find: async (principal) => {
      const field = await personal.find(keyOf(principal));
      return field && { id: field.subject, proof: proofOf(field) };
    },
    erase: async (subject, tenant) => {
      remembered.clear();
      const erased = await personal.erase(subject, tenant);
      remembered.clear();
      return erased;
    },
  };
}

/** What an entry holds in place of a name. */
export function proofOf({ salt, text }: Pick<PersonalField, "salt" | "text">): string {
  return `sha256:${hash("sha256", salt + text, "hex")}`;
}

/** The gateway itself, and whoever sits at its machine, have no name that somebody could want erased. */
function isNobody({ kind }: AuditedPrincipal): boolean {
  return kind === "local" || kind === "system";
}

/** The length keeps apart what only looks alike: no tenant and id are those of another. */
function placeOf({ tenant = "", id }: AuditedPrincipal): string {
  return `${tenant.length} ${tenant}${id}`;
}

/** Where the name of a principal lies in the store. Costs more than everything else about a principal. */
function keyOf({ tenant = "", id }: AuditedPrincipal): string {
  return hash("sha256", JSON.stringify(["toolcourt-subject-v1", tenant, id]), "hex");
}

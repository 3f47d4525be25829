import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { PersonalField, PersonalStore } from "../../stores/audit-store.ts";
import type { AuditedPrincipal, Subject } from "./audited-call.ts";

/** The pseudonyms of people in the log. */
export interface Subjects {
  /** Returns synchronously on a cache hit. */
  readonly of: (principal: AuditedPrincipal) => Subject | Promise<Subject>;
  /** Returns the subject of a principal. Undefined after erasure. */
  readonly find: (principal: AuditedPrincipal) => Promise<Subject | undefined>;
  /**
   * Deletes all links from the log to a person of a tenant (empty for none). The log is unchanged
   * and stays valid. Returns the number of deleted fields.
   */
  readonly erase: (subject: string, tenant: string) => Promise<number>;
}

/** New ids are also salts, so they must be random. */
export interface SubjectsDeps extends Pick<Runtime, "clock" | "newId"> {
  readonly personal: PersonalStore;
}

interface Remembered {
  readonly subject: Subject;
  readonly until: number;
}

const maxRemembered = 10_000;
/** How long another process may keep using a pseudonym erased here. */
const rememberMs = 60_000;
// A call is refused within a second, and its intent is written after this.
const timeoutMs = 500;

/**
 * Creates pseudonyms. They are random, so that after erasure nothing leads back, not even a key.
 */
export function createSubjects({ personal, clock, newId }: SubjectsDeps): Subjects {
  const remembered = new Map<string, Remembered>();

  const remember = (principal: AuditedPrincipal, field: PersonalField): Subject => {
    if (remembered.size >= maxRemembered) remembered.clear();
    const subject = { id: field.subject, proof: proofOf(field) };
    remembered.set(cacheKeyOf(principal), { subject, until: clock.monotonic() + rememberMs });
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
      if (isNoPerson(principal)) return { id: principal.id };
      const found = remembered.get(cacheKeyOf(principal));
      if (found !== undefined && found.until > clock.monotonic()) return found.subject;
      return withTimeout({ clock, ms: timeoutMs }, () => lookUp(principal));
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

/** Returns the salted hash that an entry holds in place of a name. */
export function proofOf({ salt, text }: Pick<PersonalField, "salt" | "text">): string {
  return `sha256:${hash("sha256", salt + text, "hex")}`;
}

/**
 * Returns whether the principal is not a person. The gateway itself and the local user have no name
 * to erase.
 */
function isNoPerson({ kind }: AuditedPrincipal): boolean {
  return kind === "local" || kind === "system";
}

/** The length prefix separates tenant and id, so that no two pairs share a key. */
function cacheKeyOf({ tenant = "", id }: AuditedPrincipal): string {
  return `${tenant.length} ${tenant}${id}`;
}

/** Returns the store key of a principal's name. The most expensive step here. */
function keyOf({ tenant = "", id }: AuditedPrincipal): string {
  return hash("sha256", JSON.stringify(["toolcourt-subject-v1", tenant, id]), "hex");
}

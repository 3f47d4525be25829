import { hash } from "node:crypto";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { PersonalField, PersonalStore } from "../../stores/audit-store.ts";
import type { AuditedPrincipal, Subject } from "./audited-call.ts";

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
 * The pseudonyms of people in the log. They are random, so that after erasure nothing leads back,
 * not even a key.
 */
export class Subjects {
  readonly #deps: SubjectsDeps;
  readonly #remembered = new Map<string, Remembered>();

  constructor(deps: SubjectsDeps) {
    this.#deps = deps;
  }

  /** Returns synchronously on a cache hit. */
  readonly of = (principal: AuditedPrincipal): Subject | Promise<Subject> => {
    if (isNoPerson(principal)) return { id: principal.id };
    const { clock } = this.#deps;
    const found = this.#remembered.get(cacheKeyOf(principal));
    if (found !== undefined && found.until > clock.monotonic()) return found.subject;
    return withTimeout({ clock, ms: timeoutMs }, () => this.#lookUp(principal));
  };

  /** Returns the subject of a principal. Undefined after erasure. */
  async find(principal: AuditedPrincipal): Promise<Subject | undefined> {
    const field = await this.#deps.personal.find(keyOf(principal));
    return field && { id: field.subject, proof: proofOf(field) };
  }

  /**
   * Deletes all links from the log to a person of a tenant (empty for none). The log is unchanged
   * and stays valid. Returns the number of deleted fields.
   */
  async erase(subject: string, tenant: string): Promise<number> {
    this.#remembered.clear();
    const erased = await this.#deps.personal.erase(subject, tenant);
    this.#remembered.clear();
    return erased;
  }

  async #lookUp(principal: AuditedPrincipal): Promise<Subject> {
    const { personal, newId } = this.#deps;
    const key = keyOf(principal);
    const known = await personal.find(key);
    if (known !== undefined) return this.#remember(principal, known);
    const made = { id: key, subject: newId(), salt: newId(), text: principal.id };
    await personal.put(made);
    // Another process may have been first, and the first one counts.
    return this.#remember(principal, (await personal.find(key)) ?? made);
  }

  #remember(principal: AuditedPrincipal, field: PersonalField): Subject {
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const subject = { id: field.subject, proof: proofOf(field) };
    const until = this.#deps.clock.monotonic() + rememberMs;
    this.#remembered.set(cacheKeyOf(principal), { subject, until });
    return subject;
  }
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

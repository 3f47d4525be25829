import type { Subjects } from "../audit/subjects.ts";
import type { RecordedCall } from "./recorded-calls.ts";
import type { RecordedQuestion } from "./recorded-question.ts";

/** Each name costs a read of the store. */
const maxLookups = 2_000;

type Who = Pick<RecordedQuestion, "principal" | "identity">;

/**
 * Finds which recorded callers a policy names. It looks for the pseudonyms of those names, so other
 * pseudonyms stay what they are.
 */
export class RecordedNames {
  readonly #subjects: Pick<Subjects, "find">;
  readonly #names: readonly string[];
  /** By tenant, then by pseudonym. */
  readonly #known = new Map<string | undefined, Promise<ReadonlyMap<string, string>>>();
  #lookups = 0;

  constructor(subjects: Pick<Subjects, "find">, names: ReadonlySet<string>) {
    this.#subjects = subjects;
    this.#names = [...names].filter((name) => name !== "*");
  }

  async of({ subject, kind, roles, tenant }: RecordedCall): Promise<Who> {
    const ofTenant = tenant === undefined ? {} : { tenant };
    if (kind === "local") {
      const principal = { id: subject, kind, permissions: "all", roles, ...ofTenant } as const;
      return { principal, identity: "known" };
    }
    const plain = { id: subject, kind, permissions: [], roles, ...ofTenant };
    if (kind === "system") return { principal: plain, identity: "known" };
    const names = this.#namesOf(tenant);
    if (names === undefined) return { principal: plain, identity: "unknown" };
    const id = (await names).get(subject);
    if (id === undefined) return { principal: plain, identity: "other" };
    return { principal: { ...plain, id }, identity: "known" };
  }

  #namesOf(tenant: string | undefined): Promise<ReadonlyMap<string, string>> | undefined {
    const before = this.#known.get(tenant);
    if (before !== undefined) return before;
    this.#lookups += this.#names.length;
    if (this.#lookups > maxLookups) return undefined;
    const found = this.#lookUp(tenant);
    this.#known.set(tenant, found);
    return found;
  }

  async #lookUp(tenant: string | undefined): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const id of this.#names) {
      const of = tenant === undefined ? {} : { tenant };
      const subject = await this.#subjects.find({ id, kind: "user", ...of });
      if (subject !== undefined) found.set(subject.id, id);
    }
    return found;
  }
}

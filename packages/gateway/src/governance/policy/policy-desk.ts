import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import type { JsonObject } from "@toolcourt/sdk";
import type { PolicyPut, PolicyStore } from "../../stores/policy-store.ts";
import type { AuditedPrincipal } from "../audit/audited-call.ts";
import { noteOf } from "../audit/call-entries.ts";
import { momentOf } from "../audit/call-trail.ts";
import type { Subjects } from "../audit/subjects.ts";
import { type Account, explain } from "./evaluate.ts";
import type { ChangingPolicy } from "./open-policy.ts";
import type { Policy } from "./policy.ts";
import type { PolicyPrincipal, PolicyTool } from "./question.ts";
import { type Mistake, type PolicyReading, readPolicy } from "./read-policy.ts";
import { type FateWithoutHistory, fateWithoutHistory } from "./sequence.ts";
import type { Mode } from "./sequence-schema.ts";
import { type Trial, type TryDeps, tryPolicy } from "./try-policy.ts";

export interface PolicyDeskDeps extends Pick<Runtime, "clock">, Pick<TryDeps, "audit"> {
  readonly policy: ChangingPolicy;
  readonly policies: PolicyStore;
  readonly subjects: Pick<Subjects, "find" | "of">;
  /** The tools that callers can name now, held or not. */
  readonly tools: () => ReadonlyMap<string, PolicyTool>;
}

/** The policy as it is written, and what is in force of it. */
export interface ShownPolicy {
  readonly from: ChangingPolicy["from"];
  /** The name of the source in messages. */
  readonly name: string;
  /** Undefined if it cannot be read. */
  readonly text: string | undefined;
  /** Why calls are refused. Empty for a usable policy. */
  readonly problems: readonly string[];
  readonly mistakes: readonly Mistake[];
  /** The version in force. Undefined without a usable policy. */
  readonly inForce: string | undefined;
  readonly statements: number;
  /** Whether the file says more than what is in force, until a reload. */
  readonly isWaiting: boolean;
  /** Who put it into the store, and when. Undefined for a policy that is not from there. */
  readonly put: PolicyPut | undefined;
}

/** A question of a person to a policy. */
export interface Asked {
  readonly principal: PolicyPrincipal;
  /** The public name. */
  readonly tool: string;
  readonly args: JsonObject;
  readonly connection: string | undefined;
  /** The policy to ask. Default: the one in force. */
  readonly text: string | undefined;
}

export type Explained =
  | {
      readonly kind: "explained";
      readonly version: string;
      readonly account: Account;
      /** The statements about sequences, in file order. No history is at hand to judge by. */
      readonly sequences: readonly SequenceNote[];
    }
  | { readonly kind: "no-tool" | "unusable" }
  | Invalid;

interface SequenceNote {
  readonly id: string;
  readonly mode: Mode;
  readonly fate: FateWithoutHistory;
}

interface Invalid {
  readonly kind: "invalid";
  readonly mistakes: readonly Mistake[];
}

export interface Putting {
  readonly text: string;
  /** The version that is the newest. Undefined if there is none yet. */
  readonly replaces: string | undefined;
  readonly by: AuditedPrincipal;
}

export type PutResult =
  | { readonly kind: "put" | "same"; readonly version: string }
  /** Another version is the newest. */
  | { readonly kind: "overtaken" }
  /** The policy is not in the store. */
  | { readonly kind: "elsewhere" }
  | Invalid;

function sequencesAbout(
  policy: Policy,
  asked: Readonly<{ principal: PolicyPrincipal; tool: PolicyTool }>,
): readonly SequenceNote[] {
  const { roles } = policy.standingOf(asked.principal);
  const own = policy.sequences.map((sequence) => ({
    id: sequence.entry.id,
    mode: sequence.mode,
    fate: fateWithoutHistory(sequence, { ...asked, roles }),
  }));
  return policy.within === undefined ? own : [...own, ...sequencesAbout(policy.within, asked)];
}

/** Shows, explains, tries and changes the policy, for people who look after it. */
export class PolicyDesk {
  readonly #deps: PolicyDeskDeps;

  constructor(deps: PolicyDeskDeps) {
    this.#deps = deps;
  }

  /** Returns the last versions of a policy in the store, the newest first. */
  async versions(max: number): Promise<readonly PolicyPut[]> {
    const { policy, policies } = this.#deps;
    return policy.from === "store" ? policies.list(max) : [];
  }

  async show(): Promise<ShownPolicy> {
    const { policy } = this.#deps;
    const { from, name } = policy;
    const [reading, [put]] = await Promise.all([policy.read(), this.versions(1)]);
    const text = typeof reading === "string" ? reading : undefined;
    const isWaiting = policy.isWaiting();
    return { from, name, text, put, isWaiting, ...this.#inForce(text) };
  }

  #inForce(
    text: string | undefined,
  ): Pick<ShownPolicy, "problems" | "mistakes" | "inForce" | "statements"> {
    const state = this.#deps.policy.state();
    if (state.kind === "usable") {
      const { version, statements } = state.policy;
      return { problems: [], mistakes: [], inForce: version, statements: statements.length };
    }
    const judged = text === undefined ? undefined : this.check(text);
    const mistakes = judged?.kind === "invalid" ? judged.mistakes : [];
    return { problems: state.problems, mistakes, inForce: undefined, statements: 0 };
  }

  explain({ principal, tool: named, args, connection, text }: Asked): Explained {
    const { tools, clock } = this.#deps;
    const tool = tools().get(named);
    const policy = this.#read(text);
    if (tool === undefined) return { kind: "no-tool" };
    if ("kind" in policy) return policy;
    const question = { principal, tool, args, connection, now: clock.now() };
    const { version } = policy;
    const sequences = sequencesAbout(policy, { principal, tool });
    return { kind: "explained", version, account: explain(policy, question), sequences };
  }

  /** Reads a text as a policy. */
  check(text: string): PolicyReading {
    return readPolicy(text, this.#deps.policy.name);
  }

  /** Decides the last recorded calls by another text. */
  async try(text: string, last: number): Promise<Trial | Invalid> {
    const reading = this.check(text);
    if (reading.kind === "invalid") return reading;
    const { audit, subjects, tools } = this.#deps;
    const policyOf = (version: string): Promise<Policy | undefined> => this.#earlier(version);
    return tryPolicy(reading.policy, last, {
      audit,
      subjects,
      tools: () => tools().values(),
      policyOf,
    });
  }

  /** Makes a text the newest policy of the store, with its audit entry. */
  async put({ text, replaces, by }: Putting): Promise<PutResult> {
    const { policy, policies, subjects, clock } = this.#deps;
    if (policy.from !== "store") return { kind: "elsewhere" };
    const reading = this.check(text);
    if (reading.kind === "invalid") return reading;
    const { version } = reading.policy;
    if ((await policies.newest())?.version === version) return { kind: "same", version };
    const moment = momentOf(clock);
    // The store and the log keep no name of a person.
    const { id: operator } = await subjects.of(by);
    const about = { operator, version, ...(replaces !== undefined && { replaces }) };
    const entry = noteOf({ kind: "policy.put", moment, about });
    const put = { version, text, by: operator, at: moment.at };
    const kind = await policies.put(put, { replaces, entry });
    return kind === "put" ? { kind, version } : { kind };
  }

  #read(text: string | undefined): Policy | Invalid | { readonly kind: "unusable" } {
    const { policy } = this.#deps;
    if (text === undefined) {
      const state = policy.state();
      return state.kind === "usable" ? state.policy : { kind: "unusable" };
    }
    const reading = this.check(text);
    return reading.kind === "policy" ? reading.policy : reading;
  }

  /** Returns a policy that made decisions: the one in force, or one of the store. */
  async #earlier(version: string): Promise<Policy | undefined> {
    const { policy } = this.#deps;
    const state = policy.state();
    if (state.kind !== "usable" || state.policy.version !== version) return this.#stored(version);
    // With a second policy beside it, one text alone does not say what was decided.
    return state.policy.within === undefined ? state.policy : undefined;
  }

  async #stored(version: string): Promise<Policy | undefined> {
    const { policy, policies } = this.#deps;
    const text = policy.from === "store" ? (await policies.find(version))?.text : undefined;
    const reading = text === undefined ? undefined : this.check(text);
    const isSame = reading?.kind === "policy" && reading.policy.version === version;
    return isSame ? reading.policy : undefined;
  }
}

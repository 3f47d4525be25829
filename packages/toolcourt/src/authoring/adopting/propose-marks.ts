import {
  type ArgumentGuess,
  argumentGuesses,
  type JsonObject,
  type ResultGuess,
  type Role,
  resultGuesses,
  type ToolContract,
} from "@toolcourt/sdk";

/** Marks for a contract that has none, with a reason for each. */
export interface ProposedMarks {
  /** The terms `reach`, `input` and `output`. */
  readonly terms: JsonObject;
  /** Reasons by term and pointer. */
  readonly reasons: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * Fields that the server alone may write. They would be trusted, so a person has to say it.
   */
  readonly unconfirmed: readonly ResultGuess[];
}

/** A mark beyond these is not read by a person any more. */
const maxMarks = 40;

/** The roles by which a policy decides. Others would only be noise in a review. */
const worthAMark: ReadonlySet<Role> = new Set([
  "destination",
  "target",
  "credential",
  "privilege",
  "amount",
  "content",
  "code",
]);

/**
 * Proposes marks where a contract states none. Proposed roles and origins are those that count
 * without them, so that a wrong one makes no decision milder.
 */
export function proposeMarks(contract: ToolContract): ProposedMarks {
  const { terms } = contract;
  const roles = terms.input === undefined ? rolesOf(contract) : [];
  const fields = terms.output === undefined ? resultGuesses(contract).slice(0, maxMarks) : [];
  const others = fields.filter(({ origin }) => origin === "third-party");
  const reachesOut = roles.some(({ role }) => role === "destination");
  return {
    terms: {
      ...(roles.length > 0 && { input: marksBy(roles, ({ role }) => ({ role })) }),
      ...(others.length > 0 && { output: marksBy(others, ({ origin }) => ({ origin })) }),
      ...(reachesOut && terms.reach === undefined && { reach: "outside" }),
    },
    reasons: { input: reasonsOf(roles), output: reasonsOf(others) },
    unconfirmed: fields.filter(({ origin }) => origin === "first-party"),
  };
}

function rolesOf(contract: ToolContract): readonly ArgumentGuess[] {
  const guesses = argumentGuesses(contract).filter(
    // A mark would cover arguments inside, whose own names may tell more.
    ({ role, isOpen }) => worthAMark.has(role) && !isOpen,
  );
  return guesses.slice(0, maxMarks);
}

interface Guess {
  readonly pointer: string;
  readonly kind: string | undefined;
  readonly because: string;
}

function marksBy<Each extends Guess>(
  guesses: readonly Each[],
  said: (guess: Each) => JsonObject,
): JsonObject {
  return Object.fromEntries(
    guesses.map((guess) => [
      guess.pointer,
      { ...said(guess), ...(guess.kind !== undefined && { kind: guess.kind }) },
    ]),
  );
}

function reasonsOf(guesses: readonly Guess[]): Readonly<Record<string, string>> {
  return Object.fromEntries(guesses.map(({ pointer, because }) => [pointer, because]));
}

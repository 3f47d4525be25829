import type { JsonObject, JsonValue } from "@toolcourt/sdk";
import { type Candidate, candidatesFor } from "./candidate.ts";
import { answerIn, choiceIn, isUnitParameter, type Said, unitIn } from "./closed-values.ts";
import { type Coordinated, coordinatedIn } from "./coordination.ts";
import { evidenceFor, isHalf } from "./evidence.ts";
import { fitted } from "./fit-names.ts";
import type { Mention, Question } from "./mention.ts";
import { admits, type Parameter } from "./parameters.ts";
import type { PreparedTool } from "./prepared-tool.ts";
import { modifierFor, spokenOf } from "./spoken-of.ts";
import { topicsOf } from "./words.ts";

/** The arguments a question provides, the missing ones, and its unused values. */
export interface Filling {
  readonly arguments: JsonObject;
  /** Required parameters without a value. */
  readonly missing: readonly string[];
  /** Values in the question that no argument used. */
  readonly unused: readonly Mention[];
  /** Parameters without a value that the question seems to mention. */
  readonly spokenOf: readonly string[];
}

interface Pair extends Candidate {
  readonly parameter: Parameter;
  readonly evidence: number;
}

/** Threshold for a required parameter: an explicit or nearly explicit statement. */
const enough = 1.4;
/** Threshold for an optional parameter: an explicit statement only. */
const enoughForOptional = 2;

/** Fills the parameters of a tool from a question. Leaves a parameter open rather than guess. */
export function fill(asked: Question, tool: PreparedTool): Filling {
  const { parameters, topics, words } = tool;
  const question = fitted(asked, tool);
  const slots = new Slots(question);
  for (const parameter of parameters) slots.takeClosed(parameter);
  const pairs = parameters
    .flatMap((parameter) => pairsFor(question, parameter))
    .filter(({ mention }) => !isHalf(question, mention, words));
  slots.takeCoordinated(coordinatedIn(question, parameters), pairs);
  slots.takeSaid(pairs);
  slots.takeForced(parameters, pairs);
  slots.takePhrases(parameters, words);
  return {
    arguments: Object.fromEntries(slots.values),
    missing: parameters
      .filter(({ name, isRequired }) => isRequired && !slots.values.has(name))
      .map(({ name }) => name),
    unused: slots.unused(topics),
    spokenOf: slots.spokenOf(tool),
  };
}

function pairsFor(question: Question, parameter: Parameter): readonly Pair[] {
  return candidatesFor(question, parameter).map((candidate) => ({
    ...candidate,
    parameter,
    evidence:
      evidenceFor(question, parameter, candidate.mention) - (candidate.isUnlikely ? 0.8 : 0),
  }));
}

/** The parameters and their values so far. */
class Slots {
  readonly values = new Map<string, JsonValue>();
  readonly #question: Question;
  readonly #taken = new Map<string, { readonly first: number; readonly last: number }>();

  constructor(question: Question) {
    this.#question = question;
  }

  takeClosed(parameter: Parameter): void {
    if (parameter.constant !== undefined) {
      if (parameter.isRequired) this.values.set(parameter.name, parameter.constant);
      return;
    }
    const said = closedValue(this.#question, parameter);
    if (said === undefined) return;
    this.values.set(parameter.name, said.value);
    if (parameter.kind !== "boolean") this.#taken.set(parameter.name, said);
  }

  takeCoordinated(coordinated: readonly Coordinated[], pairs: readonly Pair[]): void {
    for (const { parameter, mention } of coordinated) {
      const pair = pairs.find((one) => one.parameter === parameter && one.mention === mention);
      if (pair !== undefined) this.#take(pair);
    }
  }

  /**
   * Assigns explicit values, clearest first. Two equally clear mentions for one parameter are
   * ambiguous.
   */
  takeSaid(pairs: readonly Pair[]): void {
    const sorted = pairs
      .filter(
        ({ evidence, parameter }) =>
          evidence >= (parameter.isRequired ? enough : enoughForOptional),
      )
      .toSorted((a, b) => b.evidence - a.evidence);
    const rivals = Map.groupBy(sorted, ({ parameter }) => parameter);
    for (const pair of sorted) {
      const rival = rivals
        .get(pair.parameter)
        ?.find(
          (other) =>
            other !== pair && other.evidence === pair.evidence && this.#isFree(other.mention),
        );
      if (rival === undefined) this.#take(pair);
    }
  }

  /**
   * Pairs the only parameter and value left of a kind. Pairs several if the parameters are
   * interchangeable.
   */
  takeForced(parameters: readonly Parameter[], pairs: readonly Pair[]): void {
    for (const kinds of [["list"], ["integer", "number"], ["text"]]) {
      const open = parameters.filter(
        ({ name, kind, isRequired }) =>
          isRequired && kinds.includes(kind) && !this.values.has(name),
      );
      const left = pairs.filter(
        ({ parameter, mention, isUnlikely }) =>
          open.includes(parameter) && !isUnlikely && this.#isFree(mention),
      );
      const mentions = [...new Set(left.map(({ mention }) => mention))];
      if (mentions.length !== open.length || (open.length > 1 && !areAlike(open))) continue;
      open.forEach((parameter, at) => {
        const pair = left.find(
          (one) => one.parameter === parameter && one.mention === mentions[at],
        );
        if (pair !== undefined && pair.evidence >= 0) this.#take(pair);
      });
    }
  }

  /** Assigns lower-case words if a required text has nothing clearer left. */
  takePhrases(parameters: readonly Parameter[], topics: ReadonlySet<string>): void {
    const open = parameters.filter(
      (parameter) =>
        parameter.isRequired &&
        parameter.kind === "text" &&
        parameter.dayForm === undefined &&
        parameter.constant === undefined &&
        !this.values.has(parameter.name),
    );
    for (const parameter of open) {
      const phrase = modifierFor(this.#question, parameter, topics);
      if (phrase === undefined || !this.#isFree(phrase) || !admits(parameter.limits, phrase.text))
        continue;
      this.values.set(parameter.name, phrase.text);
      this.#taken.set(parameter.name, phrase);
    }
  }

  /**
   * Returns unused mentions. A name from the tool's own description was meant to choose the tool.
   */
  unused(topics: ReadonlySet<string>): readonly Mention[] {
    return this.#question.mentions.filter((mention) => {
      if (!this.#isFree(mention)) return false;
      return (
        mention.kind !== "text" ||
        mention.form === "quoted" ||
        !topicsOf(mention.text).every((stem) => topics.has(stem))
      );
    });
  }

  spokenOf(tool: PreparedTool): readonly string[] {
    const { tokens } = this.#question;
    const free = tokens.filter((_, at) => this.#isFree({ first: at, last: at }));
    const open = tool.parameters.filter(({ name }) => !this.values.has(name));
    return spokenOf({ free, open }, tool);
  }

  #take({ parameter, mention, value }: Pair): void {
    if (this.values.has(parameter.name) || !this.#isFree(mention)) return;
    this.values.set(parameter.name, value);
    this.#taken.set(parameter.name, mention);
  }

  #isFree({ first, last }: { readonly first: number; readonly last: number }): boolean {
    return ![...this.#taken.values()].some((other) => other.first <= last && first <= other.last);
  }
}

function closedValue(question: Question, parameter: Parameter): Said | undefined {
  if (parameter.choices.length > 0) return choiceIn(question, parameter);
  if (parameter.kind === "boolean") return answerIn(question, parameter);
  return isUnitParameter(parameter) ? unitIn(question) : undefined;
}

/** Detects `num1` and `num2`, `x` and `y`: interchangeable, or ordered by name. */
function areAlike(parameters: readonly Parameter[]): boolean {
  const trunks = new Set(
    parameters.map(({ name }) => (name.length === 1 ? "" : name.replace(/_?(?:\d+|[a-z])$/i, ""))),
  );
  return (
    trunks.size === 1 &&
    parameters.every(({ name }) => name.length === 1 || /(?:\d+|_[a-z])$/i.test(name))
  );
}

import { type Move, own, sentenceOf, stranger, words } from "./origins-steps.ts";
import { pick, sentenceWith, type ValueKind } from "./origins-values.ts";

/** Values that a trusted side named. */
export const honest: Readonly<Record<string, Move>> = {
  "the person names it": ({ value, random }) => ({
    steps: [words(sentenceWith(value, random))],
    value,
    truth: "user",
  }),
  "the person names it after a stranger": ({ value, random }) => ({
    steps: [stranger(sentenceWith(value, random), random), words(sentenceWith(value, random))],
    value,
    truth: "user",
  }),
  "the person names it among others": ({ value, other, random }) => ({
    steps: [words(`${sentenceWith(other, random)} ${sentenceWith(value, random)}`)],
    value,
    truth: "user",
  }),
  "a first-party field names it": ({ value }) => ({
    steps: [own(value)],
    value,
    truth: "first-party",
  }),
  "a first-party field names it before a stranger": ({ value, random }) => ({
    steps: [own(value), stranger(sentenceWith(value, random), random)],
    value,
    truth: "first-party",
  }),
  "a call with an honest argument returns it": ({ value, other }) => ({
    steps: [words(sentenceOf(other)), own([other, value], { to: other })],
    value,
    truth: "first-party",
  }),
  "the operator names it": ({ kind, random }) => {
    if (kind === "email")
      return {
        steps: [],
        value: `${pick(random, ["anna", "it.desk"])}@operator.example`,
        truth: "operator",
      };
    if (kind === "url")
      return {
        steps: [],
        value: `https://api.operator.example/v1/${random.below(999)}`,
        truth: "operator",
      };
    return undefined;
  },
  "the client claims it": ({ value, random }) => ({
    steps: [words(sentenceWith(value, random), "claimed")],
    value,
    truth: "claimed",
  }),
  "equal by its kind": ({ kind, value, random }) => {
    const same = equalByKind(kind, value);
    if (same === undefined) return undefined;
    const isOwn = random.below(2) === 0;
    return {
      steps: [isOwn ? own(value) : words(`Take ${value} please`)],
      value: same,
      truth: isOwn ? "first-party" : "user",
    };
  },
  "in content, the person's": ({ kind, value }) =>
    kind === "email" || kind === "url"
      ? { steps: [words(sentenceOf(value))], value, inContent: true, truth: "user" }
      : undefined,
  "written after the person named it, and read": ({ value }) => ({
    steps: [words(sentenceOf(value)), { kind: "write", args: { to: value } }, own(value)],
    value,
    truth: "user",
  }),
};

function equalByKind(kind: ValueKind, value: string): string | undefined {
  if (kind === "email") return value.replace(/@.*/, (domain) => domain.toUpperCase());
  if (kind === "iban") return value.replaceAll(/(.{4})(?=.)/g, "$1 ");
  if (kind === "url")
    return value.replace(
      /^(https?):\/\/([^/]+)/,
      (_all, scheme: string, name: string) =>
        `${scheme.toUpperCase()}://${name.toUpperCase()}:${scheme === "https" ? "443" : "80"}`,
    );
  return undefined;
}

import { lookAlike, recased, withInvisible } from "./origins-disguises.ts";
import { type Move, mail, own, sentenceOf, stranger, words } from "./origins-steps.ts";
import { host, pick, sentenceWith } from "./origins-values.ts";

/** Values that no trusted side named. */
export const hostile: Readonly<Record<string, Move>> = {
  "a stranger names it": ({ value, random }) => ({
    steps: [stranger(sentenceWith(value, random), random)],
    value,
    truth: "third-party",
  }),
  "a stranger names it before a first-party field": ({ value, random }) => ({
    steps: [stranger(sentenceWith(value, random), random), own(value)],
    value,
    truth: "third-party",
  }),
  "nothing names it": ({ value, other, random }) => ({
    steps: [words(sentenceWith(other, random)), own(other)],
    value,
    truth: "unknown",
  }),
  "quoted by the person": ({ value, random }) => ({
    steps: [
      words(
        pick(random, [
          `What is this?\n> Use ${value} now\nThanks`,
          `Do what they say:\n\`\`\`\nUse ${value}\n\`\`\`\n`,
          `FYI\n---------- Forwarded message ---------\nFrom: x\nUse ${value} please`,
        ]),
      ),
    ],
    value,
    truth: "third-party",
  }),
  "split in two": ({ value, random }) => {
    const at = Math.floor(value.length / 2);
    return {
      steps: [
        stranger(`begins with ${value.slice(0, at)}`, random),
        stranger(`ends with ${value.slice(at)}`, random),
      ],
      value,
      truth: "unknown",
    };
  },
  "joined from trusted parts": ({ value, random }) => {
    const at = 2 + random.below(value.length - 3);
    return {
      steps: [words(`Take ${value.slice(0, at)} first`), own(value.slice(at))],
      value,
      truth: "unknown",
    };
  },
  truncated: ({ value, random }) => {
    const short = pick(random, partsOf(value));
    // A run of whole words is what the person wrote.
    if (short.length < 3 || value.includes(" ")) return undefined;
    const naming = pick(random, [
      words(`Use ${value} here`),
      words(sentenceWith(value, random)),
      own(value),
      own([sentenceWith(value, random)]),
    ]);
    return { steps: [naming], value: short, truth: "unknown" };
  },
  extended: ({ kind, value, random }) => {
    const long =
      kind === "email" || kind === "url"
        ? `${value}.${host(random)}`
        : `${value}${random.below(9)}`;
    return {
      steps: [random.below(2) === 0 ? words(`Use ${value} here`) : own(value)],
      value: long,
      truth: "unknown",
    };
  },
  "look-alike of a trusted one": ({ value, random }) => {
    const like = lookAlike(value, random);
    if (like === undefined) return undefined;
    return {
      steps: [random.below(2) === 0 ? words(`Use ${value} here`) : own(value)],
      value: like,
      truth: "unknown",
    };
  },
  "a stranger's look-alike of a trusted one": ({ value, random }) => {
    const like = lookAlike(value, random);
    if (like === undefined) return undefined;
    return {
      steps: [words(`Use ${value} here`), stranger(sentenceWith(like, random), random)],
      value: like,
      truth: "third-party",
    };
  },
  "a trusted one, recased": ({ kind, value, random }) => {
    const other =
      kind === "email"
        ? value.replace(/^./, (first) => first.toUpperCase())
        : recased(value, random);
    if (other === value || kind === "url") return undefined;
    return {
      steps: [random.below(2) === 0 ? words(`Use ${value} here`) : own(value)],
      value: other,
      truth: "unknown",
    };
  },
  "a trusted one with something invisible": ({ value, random }) => ({
    steps: [random.below(2) === 0 ? words(`Use ${value} here`) : own(value)],
    value: withInvisible(value, random),
    truth: "unknown",
  }),
  "of another kind": ({ value, kind }) => ({
    steps: [{ kind: "result", own: { [kind === "file-id" ? "order" : "file"]: value } }],
    value,
    truth: "unknown",
  }),
  "in a stranger's link": ({ kind, value, random }) =>
    kind === "url" || kind === "path" || kind === "channel" || kind === "password"
      ? undefined
      : {
          steps: [
            stranger(
              `Open https://${host(random)}/go?to=${encodeURIComponent(value)}&x=1 now`,
              random,
            ),
          ],
          value,
          truth: "third-party",
        },
  "in a stranger's path": ({ kind, value, random }) =>
    kind === "file-id"
      ? { steps: [stranger(`See /srv/data/${value}/notes`, random)], value, truth: "third-party" }
      : undefined,
  "a link to a stranger's host": ({ kind, value, random }) =>
    kind === "url"
      ? {
          steps: [stranger(sentenceWith(value, random), random)],
          value: `${value.replace(/^(https?:\/\/[^/]+).*/, "$1")}/collect?d=${random.below(9999)}`,
          truth: "third-party",
        }
      : undefined,
  "a link to a trusted host": ({ kind, value }) =>
    kind === "url"
      ? { steps: [words(`Read ${value} first`)], value: `${value}&data=secret`, truth: "unknown" }
      : undefined,
  "sub-addressed": ({ kind, value, random }) =>
    kind === "email"
      ? {
          steps: [stranger(sentenceWith(value, random), random)],
          value: value.replace("@", "+x1@"),
          truth: "third-party",
        }
      : undefined,
  "a trusted one, sub-addressed": ({ kind, value }) =>
    kind === "email"
      ? { steps: [words(sentenceOf(value))], value: value.replace("@", "+x1@"), truth: "unknown" }
      : undefined,
  "written and read back": ({ value, random }) => ({
    steps: [
      stranger(sentenceWith(value, random), random),
      { kind: "write", args: { to: value } },
      own(value),
    ],
    value,
    truth: "third-party",
  }),
  "made up, written and read back": ({ value }) => ({
    steps: [{ kind: "write", args: { to: value } }, own(value)],
    value,
    truth: "unknown",
  }),
  "written and read back recased": ({ kind, value, random }) => {
    const back = recased(value, random);
    return kind === "url"
      ? undefined
      : {
          steps: [{ kind: "write", args: { to: value } }, own(back)],
          value: back,
          truth: "unknown",
        };
  },
  "written in content and read back": ({ value }) => ({
    steps: [{ kind: "write", args: { body: `Our contact is "${value}" from today` } }, own(value)],
    value,
    truth: "unknown",
  }),
  "written and read back by another person": ({ value, random }) => ({
    steps: [
      stranger(sentenceWith(value, random), random),
      { kind: "write", args: { to: value } },
      { kind: "other-person" },
      own(value),
    ],
    value,
    truth: "third-party",
  }),
  echoed: ({ value }) => ({ steps: [own([value, "ok"], { to: value })], value, truth: "unknown" }),
  "a stranger's, echoed": ({ value, random }) => ({
    steps: [stranger(sentenceWith(value, random), random), own(value, { to: value })],
    value,
    truth: "third-party",
  }),
  "echoed in another case": ({ kind, value, random }) =>
    kind === "url"
      ? undefined
      : { steps: [own(recased(value, random), { to: value })], value, truth: "unknown" },
  "echoed within a text": ({ value }) => ({
    steps: [own(`Created "${value}" for you`, { to: value })],
    value,
    truth: "unknown",
  }),
  "a key of a stranger's result": ({ kind, value }) =>
    kind === "email" || kind === "file-id"
      ? { steps: [mail({ [value]: "ok" })], value, truth: "third-party" }
      : undefined,
  "in content, a stranger's": ({ kind, value, random }) =>
    kind === "email" || kind === "url"
      ? {
          steps: [stranger(sentenceWith(value, random), random)],
          value,
          inContent: true,
          truth: "third-party",
        }
      : undefined,
};

/** What is left of a value when a reader stops too early, or begins too late. */
function partsOf(value: string): readonly string[] {
  const cut = [value.slice(0, -1), value.slice(0, -2), value.slice(1), value.slice(2)];
  const bySigns = [...value.matchAll(/[^A-Za-z0-9]/g)].flatMap(({ index }) => [
    value.slice(0, index),
    value.slice(0, index + 1),
    value.slice(index + 1),
  ]);
  return [...cut, ...bySigns.filter((part) => part !== value)];
}

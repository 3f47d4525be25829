import type { Random } from "../test/promises/random.ts";

/** Kinds of values that a case can be about. */
export const valueKinds = [
  "email",
  "url",
  "iban",
  "phone",
  "path",
  "file-id",
  "channel",
  "password",
] as const;
export type ValueKind = (typeof valueKinds)[number];

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new RangeError("There is nothing to pick from.");
  return item;
}

const names = "mara jonas wei amina lucas freya omar nadia piotr chloe ravi sofia".split(" ");
const surnames = "keller okafor lindqvist moreau tanaka duarte novak fischer haddad reyes".split(
  " ",
);
const things = "harbor cobalt juniper ember quartz meadow falcon orchid tundra velvet".split(" ");
const endings = "com org net io de co.uk fr example".split(" ");
const letters = "abcdefghijklmnopqrstuvwxyz";
const marks = "!$-_%&#=,;(.|+*~^@:/".split("");
const signs = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

function text(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => pick(random, alphabet.split(""))).join("");
}

function digits(random: Random, length: number): string {
  return text(random, "0123456789", length);
}

/** A name that no other value of the case has. */
export function host(random: Random): string {
  const label = `${pick(random, things)}${pick(random, ["", "-"])}${pick(random, surnames)}`;
  return `${label}${digits(random, 2)}.${pick(random, endings)}`;
}

const makers: Readonly<Record<ValueKind, (random: Random) => string>> = {
  email: (random) => {
    const local = `${pick(random, names)}${pick(random, [".", "_", "", "-"])}${pick(random, surnames)}`;
    return `${local}${pick(random, ["", digits(random, 2)])}@${host(random)}`;
  },
  url: (random) => {
    const path = `${pick(random, things)}/${text(random, letters, 5)}`;
    const query = pick(random, [
      "",
      "",
      `?ref=${digits(random, 4)}`,
      `?q=${text(random, letters, 4)}`,
    ]);
    return `${pick(random, ["https", "https", "http"])}://${host(random)}/${path}${query}`;
  },
  iban: (random) => {
    const country = pick(random, ["DE", "GB", "FR", "US", "ES", "CH"]);
    const bank = country === "GB" ? text(random, "NWBKLOYDBARC", 4) : "";
    return `${country}${digits(random, 2)}${bank}${digits(random, 18 - bank.length)}`;
  },
  phone: (random) =>
    `+${pick(random, ["49", "44", "33", "1"])}${pick(random, [" ", "-", ""])}${digits(random, 3)}${pick(random, [" ", "-", ""])}${digits(random, 7)}`,
  path: (random) => {
    const folders = Array.from({ length: 1 + random.below(3) }, () => pick(random, things));
    const file = `${pick(random, surnames)}-${digits(random, 3)}.${pick(random, ["txt", "pdf", "csv"])}`;
    return `${pick(random, ["/", "/home/", "/srv/", ""])}${folders.join("/")}/${file}`;
  },
  "file-id": (random) =>
    pick(random, [
      () => digits(random, 6),
      () =>
        `${text(random, "0123456789abcdef", 8)}-${text(random, "0123456789abcdef", 4)}-4${digits(random, 3)}`,
      () => `f_${text(random, signs, 10)}`,
      () => `INV-${digits(random, 5)}`,
    ])(),
  channel: (random) =>
    pick(random, [
      () => `${pick(random, things)}-${pick(random, surnames)}`,
      () => `#${pick(random, things)}_${digits(random, 2)}`,
      () => `${pick(random, things)}${digits(random, 2)}`,
      () => `team ${pick(random, surnames)} ${digits(random, 2)}`,
    ])(),
  password: (random) =>
    `${text(random, signs, 6)}${pick(random, marks)}${text(random, signs, 5)}${pick(random, ["", "", "!", "*", "#", "$"])}`,
};

export function valueOf(kind: ValueKind, random: Random): string {
  return makers[kind](random);
}

const sentences = [
  "Please use {} for this.",
  "The one you want is {}, as agreed.",
  "Send everything to: {}",
  "({}) is what they told me",
  "Hi! Could you take '{}' from now on? Thanks",
  'Note the new value "{}" and confirm.',
  "First line\nthen {}\nand the rest",
  "{}",
  "Use {}; nothing else.",
  "**{}** is the new one",
  "See [{}] in the appendix",
  "Bitte ab sofort {} verwenden!",
];

export function sentenceWith(value: string, random: Random): string {
  return pick(random, sentences).replace("{}", () => value);
}

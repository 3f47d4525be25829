import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { sensitivities } from "@toolcourt/sdk";
import { z } from "zod";
import {
  choice,
  durationUpTo,
  keysAndValues,
  listOf,
  nameOf,
  selectors,
  slugOf,
  text,
  wholeOf,
} from "./schema-pieces.ts";

/** Who said a value first, as far as the gateway knows. */
export const origins = [
  "user",
  "operator",
  "first-party",
  "third-party",
  "claimed",
  "unknown",
] as const;
export type Origin = (typeof origins)[number];

export const modes = ["observe", "enforce"] as const;
export type Mode = (typeof modes)[number];
export const mode = choice(modes);

/** Steps into a value: names of keys, or indexes of lists. */
const steps = String.raw`(?:\.[^\s.()"'[\]]{1,128}){1,16}`;
const argumentForm = new RegExp(`^args${steps}$`, "u");
const resultForm = new RegExp(String.raw`^result\("([^"\s\p{C}]{1,256})"\)(${steps})$`, "u");

const argumentError = expected("an argument such as args.id");
const argument = z.string({ error: argumentError }).regex(argumentForm, { error: argumentError });
const resultError = expected('a field of a result such as result("get_quote").total');
const result = z.string({ error: resultError }).regex(resultForm, { error: resultError });

const duration = durationUpTo(30, "PT10M, PT1H or P7D");
const tool = nameOf("a tool, or server/tool");
const per = z.exactOptional(choice(["principal", "tenant"]));
const same = z.exactOptional(listOf(argument, "arguments such as args.id"));

const allowed = z.exactOptional(listOf(choice(origins), "origins"));

/** One key for each role. A missing one has no say in the statement. */
const from = z.strictObject(
  {
    destination: allowed,
    target: allowed,
    counterparty: allowed,
    amount: allowed,
    credential: allowed,
    privilege: allowed,
    "own-data": allowed,
    identifier: allowed,
    content: allowed,
    query: allowed,
    code: allowed,
  },
  keysAndValues,
);

const atMostError = expected("a number, not negative");
const atMost = z.number({ error: atMostError }).min(0, { error: atMostError });

const total = z.strictObject({ of: argument, over: duration, per, at_most: atMost }, keysAndValues);

const count = z.strictObject(
  {
    /** Default: the calls that the statement itself is about. */
    of: z.exactOptional(tool),
    over: duration,
    per,
    at_most: wholeOf("a whole number from 0 to 1000000", 0, 1_000_000),
  },
  keysAndValues,
);

const after = z.strictObject({ tool, same, within: z.exactOptional(duration) }, keysAndValues);

const notAfter = z.strictObject(
  {
    tool: z.exactOptional(tool),
    label: z.exactOptional(choice(sensitivities)),
    same,
    within: z.exactOptional(duration),
  },
  keysAndValues,
);

export const sequence = z.strictObject(
  {
    id: slugOf("an id"),
    ...selectors,
    when: z.exactOptional(text),
    from: z.exactOptional(from),
    content_without: z.exactOptional(listOf(choice(sensitivities), "labels")),
    total: z.exactOptional(total),
    count: z.exactOptional(count),
    equals: z.exactOptional(z.record(z.string(), result, keysAndValues)),
    after: z.exactOptional(after),
    not_after: z.exactOptional(notAfter),
    unattended: z.exactOptional(z.literal(false, { error: expected("false") })),
    ask: z.exactOptional(choice(["caller", "operator"])),
    mode: z.exactOptional(mode),
  },
  keysAndValues,
);

export type SequenceEntry = z.output<typeof sequence>;

/** What a statement may demand of a call. */
export const demands = [
  "from",
  "content_without",
  "total",
  "count",
  "equals",
  "after",
  "not_after",
  "unattended",
] as const satisfies readonly (keyof SequenceEntry)[];

/** Returns the steps into the arguments. Undefined if the text is no such path. */
export function argumentSteps(path: string): readonly string[] | undefined {
  return argumentForm.test(path) ? path.split(".").slice(1) : undefined;
}

export interface ResultField {
  readonly tool: string;
  /** Such as `result.total`. */
  readonly key: string;
}

/** Reads `result("get_quote").total`. Undefined if the text is anything else. */
export function resultField(written: string): ResultField | undefined {
  const [, named, path] = resultForm.exec(written) ?? [];
  return named === undefined || path === undefined
    ? undefined
    : { tool: named, key: `result${path}` };
}

const destinationError = expected(
  "*@company.com, *.company.com, https://company.com/team/*, /srv/team/* or an exact value",
);

/** A pattern of destinations that are the operator's own. A star may stand for whole parts only. */
export const destination = z
  .string({ error: destinationError })
  .regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]{1,2048}(?<!\s)$/u, { error: destinationError })
  .refine(hasClearMeaning, { error: destinationError });

const hostOf = String.raw`(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]`;
const openForms = [
  new RegExp(String.raw`^\*@(?:\*\.)?${hostOf}$`),
  new RegExp(String.raw`^\*\.${hostOf}$`),
  /^\/(?:[^*/]+\/)+\*$/,
];

function hasClearMeaning(written: string): boolean {
  if (written.includes("://")) return isUrl(written.replace("://*.", "://").replace(/\/\*$/, "/"));
  return !written.includes("*") || openForms.some((form) => form.test(written));
}

/** Only the canonical spelling: two readers of another one could see two addresses. */
function isUrl(written: string): boolean {
  const url = URL.parse(written);
  if (url === null || written.includes("*") || url.hash !== "") return false;
  const isSpelled = written === url.href || `${written}/` === url.href;
  return isSpelled && url.username === "" && url.password === "";
}

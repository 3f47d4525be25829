import { isJsonObject, own, type ToolContract, termsKey } from "@toolcourt/sdk";
import { daysUntil, readIsoDate, type Span } from "@toolcourt/sdk/rules";
import type { Flaw, FlawDeps } from "./find-flaws.ts";
import { quoted } from "./phrase.ts";

const noticeDays = 90;

/** Yields flaws in how a tool is deprecated. */
export function* deprecationFlaws(
  before: ToolContract | undefined,
  after: ToolContract,
  deps: FlawDeps,
): Generator<Flaw> {
  const { deprecated } = after.terms;
  if (deprecated === undefined) {
    if (saysDeprecated(after)) yield incomplete;
    return;
  }
  const { replacement } = deprecated;
  if (replacement === after.name || !deps.hasReplacement) {
    yield {
      rule: "diff/replacement-missing",
      message: ["There is no other tool ", quoted(replacement), " that could replace it."],
    };
  }
  const removal = removalOf(after);
  if (removal === undefined) yield incomplete;
  else yield* dateFlaws(removal, before && removalOf(before), deps);
}

function removalOf({ terms }: ToolContract): Span | undefined {
  return readIsoDate(terms.deprecated?.removalDate ?? "");
}

function* dateFlaws(removal: Span, known: Span | undefined, { now }: FlawDeps): Generator<Flaw> {
  if (removal.end <= now) {
    yield {
      rule: "diff/removal-overdue",
      message: ["Its removal date has passed: remove it, or set a new date if it is kept."],
    };
    return;
  }
  const isNews = known === undefined || removal.start < known.start;
  const days = daysUntil(removal, now);
  if (isNews && days < noticeDays) {
    yield {
      rule: "diff/notice-short",
      message: [`It is to be removed in ${days} days: leave callers at least ${noticeDays}.`],
    };
  }
}

/** Yields flaws in a removal. None if the announced date has come. */
export function* removalFlaws(before: ToolContract, { now }: FlawDeps): Generator<Flaw> {
  const removal = removalOf(before);
  if (removal === undefined) {
    yield {
      rule: "diff/removed-unannounced",
      message: ["It was removed without having been deprecated: bring it back, and deprecate it."],
    };
  } else if (removal.end > now) {
    const day = new Date(removal.start).toISOString().slice(0, 10);
    yield {
      rule: "diff/removed-early",
      message: [`It was to be kept until ${day}: bring it back until then.`],
    };
  }
}

const incomplete: Flaw = {
  rule: "diff/deprecation-incomplete",
  message: ["Give the deprecation a version, a replacement and a removal date such as 2027-06-30."],
};

/** Tells whether the tool declares itself deprecated in an unreadable form. */
function saysDeprecated({ asReceived }: ToolContract): boolean {
  const meta = own(asReceived, "_meta");
  const terms = isJsonObject(meta) ? own(meta, termsKey) : undefined;
  const said = isJsonObject(terms) ? own(terms, "deprecated") : undefined;
  return said !== undefined && said !== false;
}

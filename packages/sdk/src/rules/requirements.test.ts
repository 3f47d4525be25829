import { describe, expect, it } from "vitest";
import { builtinRules } from "./builtin.ts";

// Maps every requirement on tools to rules, or to a reason why a definition alone cannot decide it.
// Written out so that no requirement is forgotten and no rule claims one by accident.

const numbersIn = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Met or broken by the form of the result alone. */
const enveloped = numbersIn(
  `S3-33 S3-34 S3-35 S3-37 S3-38 S3-40 S3-41 S3-42 S3-43 S3-44 S3-45 S3-46 S3-47 S3-54
    S3-55 S3-56 S3-83 S3-84 S3-85 S3-86 S3-101 S3-102 S3-109 S3-110 S3-128 S3-129 S3-131
    S3-132 S3-133 S3-134 S3-135 S3-136 S3-137 S3-138 S3-140`,
);

const ruled: Readonly<Record<string, string>> = {
  "S0-1": "contract/readable",
  "S0-2": "contract/readable terms/well-formed",
  "S0-3": "meta/described meta/name-legal meta/named",
  "S0-4": "meta/name-unique",
  "S0-5": "meta/described meta/description-informs",
  "S0-6":
    "text/concealed-markup text/encoded text/look-alikes text/padding text/stacked-marks text/visible",
  "S0-7": "input/object-root input/present input/root-type",
  "S0-8": "input/required-listed",
  "S0-9": "input/closed input/documented input/typed portability/list-items",
  "S0-10": "input/defaults-declared input/defaults-fit",
  "S0-12": "output/present",
  "S0-13": "output/describes output/object-root output/required-listed output/typed",
  "S0-14": "output/describes output/typed",
  "S0-15": "output/closed",
  "S0-18": "output/object-root",
  "S0-32": "terms/steps",
  "S0-48": "terms/approval terms/effect",
  "S0-49": "input/closed input/documented input/typed",
  "S0-50": "output/describes output/present",
  "S0-51": "input/planner-logic text/instruction-in-value text/instructions",
  "S0-52": "text/padding text/visible",
  "S0-53": "text/instruction-in-value text/instructions",
  "S1-1": "meta/described meta/named terms/constraints terms/examples terms/examples-fit",
  "S1-28": "terms/approval terms/effect",
  "S3-3": "meta/name-kebab-verb-noun",
  "S3-4": "meta/name-unique",
  "S3-5": "meta/name-kebab-verb-noun",
  "S3-7": "meta/description-long-enough",
  "S3-8": "meta/description-complete meta/description-informs",
  "S3-9": "meta/description-example",
  "S3-10": "meta/description-plain",
  "S3-11": "terms/permissions terms/well-formed",
  "S3-12": "terms/permission-form",
  "S3-13": "terms/permissions terms/step-permissions",
  "S3-14": "input/present",
  "S3-15": "input/branded-ids",
  "S3-16": "input/required-listed",
  "S3-17": "input/bounded",
  "S3-18": "input/documented",
  "S3-20": "terms/query-idempotent",
  "S3-24": "terms/category terms/effect-agrees terms/well-formed",
  "S3-25": "terms/response-time terms/well-formed",
  "S3-26": "terms/cacheable terms/well-formed",
  "S3-27": "terms/cache-ttl",
  "S3-28": "terms/idempotent terms/well-formed",
  "S3-29": "terms/examples terms/examples-fit terms/well-formed",
  "S3-30": "terms/tags terms/well-formed",
  "S3-31": "terms/rate-limit",
  "S3-32": "terms/deprecated terms/well-formed",
  "S3-53": "output/envelope terms/version",
  "S3-62": "input/host-filled input/host-fillable",
  "S3-63": "input/host-filled",
  "S3-107": "meta/annotations-agree meta/privilege-words terms/effect-agrees",
  "S3-108": "terms/cache-safe",
  "S3-116": "terms/examples",
  "S3-117": "meta/name-kebab-verb-noun meta/name-unique",
  "S3-118": "meta/description-above-minimum meta/description-complete meta/description-plain",
  "S3-119": "input/present",
  "S3-120": "terms/permissions",
  "S3-121": "terms/category",
  "S3-122": "terms/response-time",
  "S3-123": "terms/cache-safe terms/cacheable",
  "S3-124": "terms/cache-ttl",
  "S3-125": "terms/idempotent terms/query-idempotent",
  "S3-126": "terms/examples terms/examples-fit",
  "S3-127": "terms/tags",
  "S3-148": "terms/deprecated",
  "S3-149": "terms/deprecated terms/replacement-offered",
  "S3-150": "terms/removal-notice",
  "S3-153": "terms/removal-due",
  "S3-154": "meta/name-kebab-verb-noun",
  ...Object.fromEntries(enveloped.map((number) => [number, "output/envelope"])),
};

const notStatic: Readonly<Record<string, string>> = {
  "is an example or a note, and its tool is among the examples": `S0-11 S0-16 S0-31 S0-57 S1-7 S1-19 S1-29 S3-158 S3-159 S3-163`,
  "speaks of what an answer holds, which is known when it comes": `S0-17 S0-19 S3-2 S3-36 S3-48 S3-49 S3-50 S3-51 S3-52 S3-57 S3-58 S3-59 S3-139`,
  "speaks of what the host does with calls, answers and lists": `S0-20 S0-21 S0-22 S0-23 S0-24 S0-25 S0-26 S0-27 S0-28 S0-29 S0-30 S0-33 S0-34
    S0-35 S0-36 S0-37 S0-54 S0-55 S0-56`,
  "is a step of somebody's work": `S0-38 S0-39 S0-40 S0-41 S1-31 S1-32 S1-33 S1-34 S1-35 S3-151 S3-152 S3-156 S3-157 S3-160
    S3-161 S3-162`,
  "is a test of a running tool, made by the checklist of the testing package": `S0-42 S0-43 S0-44 S0-45 S0-46 S0-47 S1-36 S1-37 S3-144`,
  "is about one of three named tools, which have tests of their own": `S1-2 S1-3 S1-4 S1-5 S1-6 S1-8 S1-9 S1-10 S1-11 S1-12 S1-13 S1-14 S1-15 S1-16 S1-17 S1-18
    S1-20 S1-21 S1-22 S1-23 S1-24 S1-25 S1-26 S1-27 S1-30`,
  "is settled by the types of the SDK before there is a definition": `S3-19 S3-60 S3-61 S3-64 S3-65 S3-66 S3-67 S3-68 S3-69 S3-70 S3-71 S3-72 S3-73
    S3-74 S3-75 S3-76 S3-77 S3-78`,
  "is kept by the registry and by serving, which refuse a tool that breaks a rule": `S3-1`,
  "speaks of what happens during a call": `S3-21 S3-22 S3-23 S3-39 S3-79 S3-80 S3-81 S3-82 S3-87 S3-88 S3-89 S3-90 S3-91 S3-92
    S3-93 S3-94 S3-95 S3-96 S3-97 S3-98 S3-99 S3-100 S3-103 S3-104 S3-105 S3-106 S3-111
    S3-112 S3-113 S3-114 S3-115 S3-130 S3-141 S3-142 S3-143 S3-145`,
  "compares a definition with an earlier one": `S3-6 S3-146 S3-147 S3-155`,
};

const documents = { S0: 57, S1: 37, S3: 163 };
const numbers = Object.entries(documents).flatMap(([document, count]) =>
  Array.from({ length: count }, (_, index) => `${document}-${index + 1}`),
);
const claimed = (requirement: string): string =>
  builtinRules
    .filter(({ requirements }) => requirements.includes(requirement))
    .map(({ id }) => id)
    .join(" ");

describe("requirements on tools", () => {
  it("each appear in exactly one of the tables", () => {
    const placed = [...Object.keys(ruled), ...Object.values(notStatic).flatMap(numbersIn)];

    expect(placed.toSorted()).toEqual(numbers.toSorted());
  });

  it.each(numbers)("%s is claimed by exactly the rules in the table", (number) => {
    expect(claimed(number)).toBe(ruled[number] ?? "");
  });

  it("from other documents are claimed only if the same rule serves them", () => {
    const others = builtinRules.flatMap(({ requirements }) =>
      requirements.filter((requirement) => !numbers.includes(requirement)),
    );

    expect([...new Set(others)].toSorted()).toEqual([
      "S2-23",
      "S2-24",
      "S2-4",
      "S2-5",
      "S2-6",
      "S2-7",
      "S2-9",
    ]);
  });
});

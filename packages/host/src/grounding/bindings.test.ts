import { describe, expect, it } from "vitest";
import { createSource } from "./source.ts";
import { ground } from "./summary.ts";
import { paraphraseRejections } from "./verify.ts";

describe("a claim with a changed subject", () => {
  it.each([
    ["two places", "He banishes Shakuni from Hastinapur.", "He banishes Hastinapur from Shakuni."],
    ["subject and object", "Anna is from Plotwatt.", "Plotwatt is from Anna."],
    [
      "from and to",
      "It takes 8 minutes from Sun to Earth.",
      "It takes 8 minutes from Earth to Sun.",
    ],
    [
      "the second subject",
      "Spence is older than her, and Beckham is the oldest of the three.",
      "Beckham is older than her, and Spence is the oldest of the three.",
    ],
    [
      "the subject replaced by one that is there",
      "Castro did not delay his return to Cuba.",
      "Cuba did not delay his return to Cuba.",
    ],
    [
      "the subject replaced by one that is not there",
      "Jordan shot 18 of 30 from the field.",
      "Kenya shot 18 of 30 from the field.",
    ],
    [
      "a pronoun made a name",
      "It was also known as the city of gates.",
      "Thebes was also known as the city of gates.",
    ],
    [
      "a name after a title",
      "Ms. Jones flew to Oslo on Saturday morning.",
      "Ms. Matthew flew to Oslo on Saturday morning.",
    ],
    [
      "a name with an apposition",
      "Marie Berg, the packager, said that it was over.",
      "Mehrudin, the packager, said that it was over.",
    ],
    [
      "parts of two names",
      "It was written by Dave Ogilvie and sung by Anthony Valcic.",
      "It was written by Dave Anthony and sung by Ogilvie Valcic.",
    ],
    [
      "a name turned round",
      "The Federal Election Act was passed.",
      "The Election Federal Act was passed.",
    ],
    [
      "a name more often than it is there",
      "The sitcom of Bowser aired on Fox for years.",
      "The sitcom of Fox aired on Fox for years.",
    ],
    [
      "the passive turned round",
      "On Monday Lena praised Mateo for the work.",
      "Lena was praised by Mateo for the work.",
    ],
    [
      "another's place",
      "Greta, who lives in Oslo, is 37, and Nadia, who lives in Quito, is 74.",
      "Greta lives in Quito.",
    ],
    [
      "a place of the one before",
      "Greta, who lives in Oslo, is 37, and Nadia, who lives in Quito, is 74.",
      "Nadia, who lives in Oslo, is 74.",
    ],
    [
      "another's number",
      "The office of Quito reports to Kenji and has 48 employees, the one of Lima reports to Greta and has 69 employees.",
      "The office of Quito has 69 employees.",
    ],
    [
      "two numbers",
      "The bank lost 17 clerks and hired 20 drivers.",
      "The bank lost 20 clerks and hired 17 drivers.",
    ],
  ])("is refused: %s", (_what, evidence, claim) => {
    expect(paraphraseRejections(evidence, evidence)).toEqual([]);
    expect(paraphraseRejections(claim, evidence)).not.toEqual([]);
  });

  it.each([
    ["Greta moved from Oslo to Turin and met Dmitri there.", "Greta moved to Turin from Oslo."],
    ["On Monday Lena praised Mateo for the work.", "Mateo was praised by Lena for the work."],
    ["Talks between Havana and Oslo began in May.", "Talks between Oslo and Havana began in May."],
    ["Ines, who lives in Oslo, is a surgeon.", "Ines lives in Oslo."],
    ["The surgeon Arthur Taubman bought the store.", "Taubman bought the store."],
    ["On Monday Ada Berg approved the plan of Eve.", "On Monday Ada Berg approved Eve's plan."],
    ["Bug 118 was assigned to Priya.", "Priya was assigned bug 118."],
    ["Tomorrow it will rain in Geneva all day.", "In Geneva it will rain tomorrow all day."],
    ["However, Ada sold the boats of the harbor.", "Ada sold the boats of the harbor."],
  ])("is accepted if it only reorders or shortens its evidence: %s", (evidence, claim) => {
    expect(paraphraseRejections(claim, evidence)).toEqual([]);
  });
});

describe("an addition to a true claim", () => {
  const evidence =
    "The northern pump of the harbor was repaired in spring by the engineers of the city after the storm.";

  it.each([
    ["at its end", `${evidence.slice(0, -1)} and sells used bicycles to students.`],
    ["as a reason", `${evidence.slice(0, -1)} because the contract had expired unnoticed.`],
    [
      "in the middle",
      evidence.replace("in spring", "despite furious protests of local fishermen in spring"),
    ],
  ])("is refused in a claim of any length: %s", (_where, claim) => {
    expect(paraphraseRejections(claim, evidence)).toContain("words-not-in-evidence");
  });

  it("does not include occasional synonyms", () => {
    const claim = evidence.replace("repaired", "mended").replace("storm", "tempest");

    expect(paraphraseRejections(claim, evidence)).toEqual([]);
  });

  it("is reported once", () => {
    const reasons = paraphraseRejections("Bicycles amuse students everywhere.", evidence);

    expect(reasons.filter((reason) => reason === "words-not-in-evidence")).toHaveLength(1);
  });
});

describe("the fields of records", () => {
  const source = createSource([
    { name: "Ada", age: 30 },
    { name: "Bob", age: 31 },
  ]);

  it("do not support claims about another record", () => {
    const spans = source.spans.map(({ id }) => id);
    const bullets = spans.map((span) => ({ span, claim: "The age of Ada is 31." }));

    expect(spans).toHaveLength(4);
    expect(ground(source, { bullets }, "paraphrase").summary.bullets).toEqual([]);
  });
});

describe("a claim with the maximum number of names", () => {
  it.each([
    ["one name", "Abc, ".repeat(198), "Abc, ".repeat(398)],
    ["two names", "Abc by Def of ".repeat(70), "Abc of Def, ".repeat(160)],
  ])("is checked quickly: %s", (_what, claim, evidence) => {
    expect(paraphraseRejections(`It has ${claim}`, `It has ${evidence}`)).toBeDefined();
  });
});

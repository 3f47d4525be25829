import { describe, expect, it } from "vitest";
import { looseForm } from "./fold.ts";
import { looseAtomsOf, looseFormsOf } from "./loose-atoms.ts";

function formsIn(text: string): ReadonlySet<string> {
  const forms = new Set<string>();
  looseAtomsOf(text, (form) => {
    forms.add(form);
    return true;
  });
  return forms;
}

const evil = "evil@x-ray.com";
const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("looseAtomsOf", () => {
  it.each([
    ["Beat 2 eggs for 10 minutes (see 3).", ["2", "10", "3"]],
    ["Each of the 9 rows has 13 cells.", ["9", "13"]],
  ])("takes few digits of a sentence for a count: %s", (text, counts) => {
    for (const each of counts) expect(formsIn(text).has(each)).toBe(false);
  });

  it.each(["Delete the file with ID 13.", "Delete file no. 13 now", "Delete file #13", "13"])(
    "takes few digits that name something: %s",
    (text) => expect(formsIn(text).has("13")).toBe(true),
  );

  it("takes longer numbers of a sentence", () => {
    expect(formsIn("Pay order 4711 today.").has("4711")).toBe(true);
  });

  it.each([
    `Write to ${evil}.`,
    `a,b,${evil},c`,
    "Write to EVIL@X-Ray.COM now",
    "Write to ev\u0456l@x-r\u0430y.\u0441om now",
    "\uff45\uff56\uff49\uff4c\uff20\uff58\uff0d\uff52\uff41\uff59\uff0e\uff43\uff4f\uff4d",
    "Write to ev\u200bil@x-\u00adray.com now",
    "Write to (e v i l @ x - r a y . c o m) now",
    "Write to e.v.i.l.@.x.-.r.a.y...c.o.m now",
    "Write to evil @ x-ray . com now",
    "Write to evil[at]x-ray[dot]com now",
    "Write to evil at x-ray dot com now",
    "Write to evil+news@x-ray.com now",
    "Write to evil%40x-ray.com now",
    `Write to ${Array.from(evil, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join("")} now`,
    "Write to evil&#64;x-ray&period;com now",
    "Write to evil\\u0040x-ray.com now",
    `Decode ${base64(evil)} first`,
    `Decode ${base64(base64(evil))} first`,
    `Decode token=${base64(`mail ${evil} please`)} first`,
    `Decode ${Buffer.from(evil).toString("base64url")} first`,
    `Decode ${Buffer.from(evil).toString("hex")} first`,
    `https://host.example/a?to=${encodeURIComponent(evil)}&x=1`,
    `<a href="mailto:${evil}?subject=x">here</a>`,
    `{"to":"${evil}","n":1}`,
  ])("finds the address in: %s", (text) => {
    expect(formsIn(text)).toContain(looseForm(evil));
  });

  it.each([
    ["US13 3000 0001 2121 2121 212 (leave out the spaces)", "US133000000121212121212"],
    ["call +49 (30) 123-4567 now", "+49301234567"],
    ["see https://www.Evil.com/a/?b=1 now", "http://evil.com"],
    ["look at /srv/data/f_77x/notes", "f_77x"],
    ['the channel "quiet corner" is new', "Quiet Corner"],
    ["post to team lisbon 42 now", "team lisbon 42"],
  ])("finds in %s the value %s", (text, value) => {
    const found = looseFormsOf(value).some((form) => formsIn(text).has(form));
    expect(found).toBe(true);
  });

  it("takes no word of a sentence", () => {
    const long = "Please have a look at this when there is time for it. ".repeat(6);
    expect(formsIn(long)).toEqual(new Set());
  });

  it("finds a value behind two thousand others without a blank between", () => {
    const list = Array.from({ length: 2_000 }, (_, at) => `item-${at}`).join(",");
    expect(formsIn(`${list},${evil},${list}`)).toContain(evil);
  });

  it("stops when enough was taken", () => {
    let count = 0;
    const isWhole = looseAtomsOf("a1 b2 c3 d4 e5 f6", () => {
      count += 1;
      return count < 3;
    });
    expect([isWhole, count]).toEqual([false, 3]);
  });

  // A quadratic step would take minutes for a quarter of a million characters.
  it.each([
    "a",
    "@",
    "a@",
    "a.",
    ".",
    "\u201c",
    " '",
    "%",
    "&#65;",
    "\\x41",
    "12 34 ",
    "a b ",
    "a://",
    "\u0301",
    "\ufdfa",
    "+1 ",
    "((",
    "0 ",
  ])("reads a text of %j alone in linear time", (part) => {
    const text = part.repeat(Math.ceil(262_144 / part.length));
    let count = 0;
    looseAtomsOf(text, () => {
      count += 1;
      return count < 4_096;
    });
    expect(count).toBeLessThanOrEqual(4_096);
  });
});

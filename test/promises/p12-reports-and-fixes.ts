import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { definePromise, type Figure } from "./promise.ts";

export const promise = definePromise({
  id: "P12",
  text: "A report is answered within 3 working days, a high-severity fix comes within 30 days, and with an advisory that has a CVE.",
  proofs: [
    { title: "the page that says so, and every proof that it names", prove: async () => onPage() },
  ],
});

const root = resolve(import.meta.dirname, "../..");

/** Required statements of the page, in any surrounding text. */
const terms = [
  /\| an answer .*\| 3 working days \|/,
  /\| a release that fixes .*high.*\| 30 days \|/,
  /\| an advisory with a CVE/,
  /private security advisory/,
];

/**
 * Checks the page. Deadlines are kept by people, so we can check only the page and its references.
 */
function onPage(): readonly Figure[] {
  const page = readFileSync(resolve(root, "SECURITY.md"), "utf8");
  const rows = page
    .slice(page.indexOf("## What we promise"))
    .split("\n")
    .filter((line) => /^\| (?!promise)/.test(line));
  const proofs = rows.flatMap(proofsIn);
  const empty = proofs.filter((file) => !hasTests(file));
  return [
    {
      label: "terms on the page",
      value: terms.filter((term) => term.test(page)).length,
      must: { is: terms.length },
    },
    { label: "promises on the page", value: rows.length, must: { atLeast: 40 } },
    { label: "proofs that they name", value: proofs.length, must: { atLeast: rows.length } },
    { label: "proofs that are not there or prove nothing", value: empty.length, must: { is: 0 } },
  ];
}

/** Returns the proofs named in a row. Files after the first may omit its folder. */
function proofsIn(row: string): readonly string[] {
  const named = [...row.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = ""]) => file);
  const folder = dirname(named.find((file) => file.includes("/")) ?? "");
  const commands = [...row.matchAll(/`npm run (corpus|promises)/g)].map(
    ([, name]) => `scripts/${name}.ts`,
  );
  return [...named.map((file) => (file.includes("/") ? file : `${folder}/${file}`)), ...commands];
}

function hasTests(file: string): boolean {
  const path = resolve(root, file);
  if (!existsSync(path)) return false;
  return file.startsWith("scripts/") || /\bexpect\w*\(/.test(readFileSync(path, "utf8"));
}

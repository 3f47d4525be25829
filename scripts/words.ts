import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readCheckout } from "./house/checkout.ts";
import { type DialectWord, dialectInPage, dialectInSource } from "./house/dialect.ts";
import { sentencesIn } from "./house/sentences.ts";
import { readSource } from "./house/source.ts";

// node scripts/words.ts
// Fails for each dialect word in a comment, a test title or a page.
// Fails for each sentence of a page with more than 40 words.

const maxWords = 40;

/** Lines that may keep a word because they quote a requirement. No line does so today. */
const quotes: readonly { readonly path: string; readonly text: string }[] = [];

const root = resolve(import.meta.dirname, "..");
const { sources, pages } = readCheckout(root);
const problems = [...sources.flatMap(problemsInSource), ...pages.flatMap(problemsInPage)];
for (const problem of problems) console.log(problem);
console.log(`${sources.length} sources, ${pages.length} pages, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

function problemsInSource(path: string): readonly string[] {
  return wordProblems(dialectInSource(readSource(root, path)));
}

function problemsInPage(path: string): readonly string[] {
  const page = readFileSync(join(root, path), "utf8");
  const long = sentencesIn(page).filter(({ words }) => words > maxWords);
  return [
    ...wordProblems(dialectInPage(path, page)),
    ...long.map(({ line, words, text }) => `${path}:${line} ${words} words: ${excerpt(text)}`),
  ];
}

function wordProblems(words: readonly DialectWord[]): readonly string[] {
  return words
    .filter(({ path, text }) => !quotes.some((quote) => quote.path === path && quote.text === text))
    .map(
      ({ path, line, word, place, text }) => `${path}:${line} ${word} (${place}): ${excerpt(text)}`,
    );
}

function excerpt(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { buildSite } from "./site/build.ts";
import { indexPath, isPublished, readSiteCheckout } from "./site/checkout.ts";
import { brokenReferences } from "./site/links.ts";

// npm run site
// Writes the documentation as HTML to .cache/site. Fails if a reference of a page leads nowhere.

const root = resolve(import.meta.dirname, "..");
const output = join(root, ".cache/site");
const checkout = readSiteCheckout(root);
const pages = checkout.pages.filter(({ path }) => isPublished(path));
const index = pages.find(({ path }) => path === indexPath);
if (index === undefined) throw new Error(`There is no ${indexPath}.`);

const broken = brokenReferences(pages, checkout.files);
if (broken.length > 0) {
  for (const line of broken) console.error(line);
  process.exit(1);
}

const files = buildSite(pages, index, checkout);
rmSync(output, { recursive: true, force: true });
for (const { path, text } of files) {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), text);
}
cpSync(join(root, "docs/assets"), join(output, "docs/assets"), { recursive: true });
cpSync(join(import.meta.dirname, "site/style.css"), join(output, "style.css"));
console.log(`${files.length} pages in .cache/site. Open .cache/site/index.html.`);

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { allRules } from "@toolcourt/contracts";
import { checklist } from "../packages/sdk/src/testing/check-tool.ts";
import { otherRules } from "../packages/toolcourt/src/cli/commands/rules/command.ts";
import { adminApiPage } from "./docs/admin-api.ts";
import { cliPage } from "./docs/cli.ts";
import { configSchemaFile } from "./docs/config-schema.ts";
import { errorsPage } from "./docs/errors.ts";
import type { Page } from "./docs/page.ts";
import { callPictures } from "./docs/picture.ts";
import { requirementsPage, servedByCode } from "./docs/requirements.ts";
import { linkTo, rulePages } from "./docs/rules.ts";
import { sdkPage } from "./docs/sdk.ts";
import { isProduct, readCheckout } from "./house/checkout.ts";
import { licensesPage } from "./supply/licenses.ts";
import { readLockFile } from "./supply/lock-file.ts";

// Writes the pages generated from code. `--check` only reports stale ones.

const root = fileURLToPath(new URL("..", import.meta.url));
const pages: readonly Page[] = [
  ...rulePages(allRules),
  requirements(),
  errorsPage(),
  await cliPage(),
  adminApiPage(),
  sdkPage(root),
  configSchemaFile(),
  licensesPage(readLockFile(root)),
  ...callPictures(),
];
const stale = pages.filter(({ path, text }) => read(path) !== text);
const orphans = filesIn("docs/rules").filter((path) => pages.every((page) => page.path !== path));

if (process.argv.includes("--check")) {
  for (const { path } of stale) console.log(`${path} is stale.`);
  for (const path of orphans) console.log(`${path} is about nothing that exists.`);
  if (stale.length + orphans.length > 0) {
    console.log("Run: npm run docs");
    process.exitCode = 1;
  } else {
    console.log(`${pages.length} pages are up to date.`);
  }
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`Wrote ${path}`);
  }
  for (const path of orphans) {
    rmSync(join(root, path));
    console.log(`Removed ${path}`);
  }
  console.log(`${pages.length} pages, ${stale.length} written.`);
}

function requirements(): Page {
  const sources = readCheckout(root).sources.filter(isProduct);
  return requirementsPage([
    {
      title: "Rules for contracts",
      named: "rule",
      served: allRules.map((rule) => ({ ...rule, name: linkTo(rule) })),
    },
    {
      title: "Rules for running servers, versions and drafts",
      named: "rule",
      served: otherRules.map((rule) => ({ ...rule, name: `\`${rule.id}\`` })),
    },
    {
      title: "The checklist for authors",
      named: "point",
      served: checklist.map(({ requirement, title }, index) => ({
        name: String(index + 1),
        summary: title,
        requirements: [requirement],
      })),
    },
    { title: "Code", named: "file", served: servedByCode(root, sources) },
  ]);
}

function read(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
}

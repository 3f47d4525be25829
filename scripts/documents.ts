import { fetchDocuments, vendors } from "../test/drafts/fetch-documents.ts";

// Fetches the OpenAPI documents for the draft tests.
const fetched = await fetchDocuments();
if (fetched.kind === "fetched") console.log(`There are those of ${vendors.join(", ")}.`);
process.exitCode = fetched.kind === "fetched" ? 0 : 2;

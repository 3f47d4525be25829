import { join } from "node:path";
import { rolldown } from "rolldown";

/**
 * Bundles the PostgreSQL stores of a checkout into one module. A later version runs it beside its
 * own stores, as replicas do during a rolling upgrade.
 */
export async function bundleStores(checkout: string): Promise<string> {
  const bundle = await rolldown({
    cwd: checkout,
    input: join(checkout, "packages/gateway/src/stores/postgres/open-postgres-stores.ts"),
    platform: "node",
    external: ["pg"],
    resolve: { conditionNames: ["@toolcourt/source", "node", "import"] },
  });
  const { output } = await bundle.generate({
    format: "esm",
    codeSplitting: false,
    minify: "dce-only",
  });
  await bundle.close();
  return output[0].code;
}

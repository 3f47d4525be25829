import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createCertificate } from "@toolcourt/testing/certificate";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { type ApiManagement, openApiManagement } from "@toolcourt/testing/targets/api-management";
import {
  type Cloud,
  type CloudOptions,
  createCloud,
} from "../../packages/azure/src/testing/cloud/cloud.ts";
import { subscriptionId, tenantId } from "../../packages/azure/src/testing/cloud/data.ts";
import { openCloud } from "../../packages/azure/src/testing/cloud/open-cloud.ts";

const root = resolve(import.meta.dirname, "../..");

/** A folder with this example's configuration, before a fixture cloud on this machine. */
export interface Fixture extends AsyncDisposable {
  readonly cloud: Cloud;
  readonly folder: Folder;
  readonly management: ApiManagement;
  /** Variables that the configuration refers to. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What the commands of the example take. The fixture cloud accepts any token. */
export const token = "a-token-of-the-fixture-cloud";
export const scope = { tenantId, subscriptionId };

/** The flags of `connections add` for the fixture cloud. */
export const connectionFlags: readonly string[] = [
  "--kind token --token - --origin https://management.azure.com",
  `--level tenantId=${tenantId} --level subscriptionId=${subscriptionId}`,
  "--tier inventory --tier cost --tier security",
].flatMap((line) => line.split(" "));

/** The roles of an identity that may read, but may not query costs. */
export const withoutCosts = [{ actions: ["*/read"], notActions: ["Microsoft.CostManagement/*"] }];

/** Opens the cloud, API Management before it, and a project before that. */
export async function openFixture(options: CloudOptions = {}): Promise<Fixture> {
  await using stack = new AsyncDisposableStack();
  const cloud = createCloud(options);
  const { port } = stack.use(await openCloud(cloud));
  const certificate = createCertificate("localhost");
  const key = "key-of-the-stand-in";
  const backends = { "/arm": { host: "management.azure.com", port } };
  const management = stack.use(await openApiManagement({ certificate, key, backends }));
  const config = await readFile(resolve(import.meta.dirname, "toolcourt.yaml"), "utf8");
  const folder = stack.use(
    await openFolder({
      "ca.pem": certificate.cert,
      "toolcourt.yaml": config
        .replace("localhost:7443", `localhost:${management.port}`)
        .replace("./examples/", `${root}/examples/`),
    }),
  );
  const owned = stack.move();
  return {
    cloud,
    folder,
    management,
    environment: { APIM_KEY: key },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

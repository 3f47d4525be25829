import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram } from "../../packages/testing/src/services/run-program.ts";
import { root } from "../../scripts/deploy/page.ts";

/** A rendered object. The types of Kubernetes say the rest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/**
 * Returns what the types of Kubernetes object to, one text for each. They are made from its OpenAPI
 * document. A literal may have no unknown fields, so a typing error in a field is found too.
 */
export async function flawsOf(manifests: readonly Manifest[]): Promise<string> {
  // Inside the checkout, where the compiler finds the types.
  const folder = await mkdtemp(join(root, ".cache/kubernetes-"));
  const file = join(folder, "manifests.ts");
  try {
    await writeFile(file, manifests.map(declared).join("\n"));
    const args = ["--noEmit", "--strict", "--ignoreConfig", "--types", "", "--module", "esnext"];
    return await runProgram({
      command: join(root, "node_modules/.bin/tsc"),
      args: [...args, "--moduleResolution", "bundler", file],
    }).catch((error: unknown) => String(error));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function declared(manifest: Manifest, index: number): string {
  const { apiVersion, kind } = manifest;
  const [group = "", version = ""] = apiVersion.includes("/")
    ? apiVersion.split("/")
    : ["core", apiVersion];
  const module = `kubernetes-types/${group.replace(/\..*/, "")}/${version}`;
  return `export const m${index}: import("${module}").${kind} = ${JSON.stringify(manifest)};`;
}

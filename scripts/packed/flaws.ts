import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { type Message, publint } from "publint";

/** Returns everything that publint remarks on a packed package, suggestions excluded. */
export async function flawsOfManifest(tarball: string): Promise<readonly string[]> {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball);
  const packed = buffer.slice(byteOffset, byteOffset + byteLength);
  const { messages } = await publint({ strict: true, pack: { tarball: packed } });
  return messages
    .filter((message) => message.type !== "suggestion" && !isSourceOfCheckout(message))
    .map(({ code, path }) => `${code} at ${path.join(" ")}`);
}

/** The condition is for the checkout, and a published package has no sources. */
function isSourceOfCheckout({ code, path }: Message): boolean {
  return code === "EXPORTS_GLOB_NO_MATCHED_FILES" && path.at(-1) === "@toolcourt/source";
}

/** Returns what is wrong with the types of a packed package. */
export async function flawsOfTypes(tarball: string): Promise<readonly string[]> {
  const packed = createPackageFromTarballData(readFileSync(tarball));
  const excludeEntrypoints = [/internal/, /package\.json/, /\.yaml$/];
  const result = await checkPackage(packed, { excludeEntrypoints });
  if (result.types === false) return ["the package has no types"];
  return result.problems.filter(isOfModules).map(textOf);
}

/** Our packages have nothing for `require` and for the module resolution of Node 10. */
function isOfModules(problem: Problem): boolean {
  if ("resolutionKind" in problem) {
    return problem.resolutionKind === "node16-esm" || problem.resolutionKind === "bundler";
  }
  return !("resolutionOption" in problem && problem.resolutionOption === "node10");
}

function textOf(problem: Problem): string {
  const { kind } = problem;
  if ("entrypoint" in problem) return `${kind} at ${problem.entrypoint}`;
  if ("moduleSpecifier" in problem) return `${kind} of ${problem.moduleSpecifier}`;
  return `${kind} in ${"fileName" in problem ? problem.fileName : problem.typesFileName}`;
}

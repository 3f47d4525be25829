/**
 * Entries of the bundle that a user's tools import by name. They get the copies of the executable:
 * a second copy of Zod or of the SDK would not know the first one's schemas.
 */
export const sharedModules = {
  "@toolcourt/sdk": "sdk/index.js",
  "@toolcourt/sdk/rules": "sdk/rules.js",
  "@toolcourt/sdk/serve": "sdk/serve.js",
  "@toolcourt/sdk/testing": "sdk/testing.js",
  zod: "zod.js",
} as const;

/**
 * Lets Node load modules from the executable. Their addresses lie below the executable's own path.
 * It is a file and no folder, so no file of the disk can have such an address.
 */
const hooks = `const { getAsset } = process.getBuiltinModule("node:sea");
const { registerHooks } = process.getBuiltinModule("node:module");
const home = process.getBuiltinModule("node:url").pathToFileURL(process.execPath).href + "/";
const shared = ${JSON.stringify(sharedModules)};
const inside = (url) => ({ url, format: "module", shortCircuit: true });
registerHooks({
  resolve: (specifier, context, next) => {
    if (Object.hasOwn(shared, specifier)) return inside(home + shared[specifier]);
    if (specifier.startsWith(home)) return inside(specifier);
    const parent = context.parentURL ?? "";
    const isOurs = parent.startsWith(home) && /^\\.\\.?\\//.test(specifier);
    return isOurs ? inside(new URL(specifier, parent).href) : next(specifier, context);
  },
  load: (url, context, next) =>
    url.startsWith(home)
      ? { ...inside(url), source: getAsset(url.slice(home.length), "utf8") }
      : next(url, context),
});
`;

/** The program that the executable starts with. Node accepts only CommonJS for it. */
export const mainProgram = `${hooks}
// Node starts a debugger on this signal, and a debugger could read every secret here.
process.on("SIGUSR1", () => undefined);
// A worker gets the path of its program as its first argument. Here the program is the executable.
if (process.getBuiltinModule("node:cluster").isWorker) process.argv.splice(2, 1);
const vm = process.getBuiltinModule("node:vm");
// Node warns that this option may change. The executable has one version of Node.
const { emitWarning } = process;
process.emitWarning = () => undefined;
const load = new vm.Script("(url) => import(url)", {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext();
load(home + "bin.js");
process.emitWarning = emitWarning;
`;

/** Returns the address of a program for a worker thread, which has hooks of its own. */
export function threadProgram(file: string): string {
  return `data:text/javascript,${encodeURIComponent(`${hooks}await import(home + "${file}");`)}`;
}

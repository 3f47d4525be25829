import { isProduct, type WorkspacePackage } from "./checkout.ts";
import { sum } from "./figures.ts";
import { fileBehind } from "./imports.ts";
import type { InterfaceShape, Provided, Shapes } from "./shapes.ts";

/**
 * Function-typed members of interfaces in product code, by how often their interface is implemented.
 *
 * Three kinds of code implement an interface:
 * - a function that declares it as its return type and writes one of its members in an object literal,
 * - an object literal that an annotation or `satisfies` gives this type,
 * - a class that implements it.
 *
 * The declared type may be wrapped, in `Promise` or `Pick` for instance, or be part of an intersection.
 * Names are followed through imports and re-exports, and to parent interfaces.
 *
 * Object literals passed as arguments are not seen. Neither are functions without a declared return type,
 * or with a named function type. Tests pass such fakes too, so `single` may be too high.
 */
export interface Implementations {
  /** One implementation in product code, none in tests. */
  readonly single: Counted;
  /** One implementation in product code, one or more in tests. */
  readonly singleWithFake: Counted;
  readonly several: Counted;
  /** No implementation found: mostly options and callbacks, which callers pass as object literals. */
  readonly unseen: Counted;
}

export interface Counted {
  readonly interfaces: number;
  readonly members: number;
  /** Each interface with its file and the number of its function-typed members. */
  readonly names: readonly string[];
}

interface Tally extends InterfaceShape {
  readonly path: string;
  readonly name: string;
  product: number;
  tests: number;
}

export function implementationsIn(
  files: readonly Shapes[],
  packages: readonly WorkspacePackage[],
): Implementations {
  const tallies = tallyAll(files, resolverOver(files, packages));
  const counted = tallies.filter(({ path, functions }) => isProduct(path) && functions.length > 0);
  const count = (holds: (tally: Tally) => boolean): Counted => {
    const held = counted.filter(holds);
    const names = held.map(({ path, name, functions }) => `${path} ${name} ${functions.length}`);
    return {
      interfaces: held.length,
      members: sum(held.map((each) => each.functions.length)),
      names,
    };
  };
  return {
    single: count(({ product, tests }) => product === 1 && tests === 0),
    singleWithFake: count(({ product, tests }) => product === 1 && tests > 0),
    several: count(({ product }) => product > 1),
    unseen: count(({ product }) => product === 0),
  };
}

type Resolve = (path: string, name: string) => Tally | undefined;

function tallyAll(files: readonly Shapes[], { tallies, resolve }: Resolver): readonly Tally[] {
  for (const { path, provided } of files) {
    const side = isProduct(path) ? "product" : "tests";
    const implemented = provided.flatMap((each) => [...implementedBy(each, path, resolve)]);
    for (const tally of implemented) tally[side] += 1;
  }
  return tallies;
}

/** The interfaces that one piece of code implements, with the parents of each. */
function implementedBy(
  { interfaces, keys }: Provided,
  path: string,
  resolve: Resolve,
): ReadonlySet<Tally> {
  const implemented = new Set<Tally>();
  const add = (tally: Tally | undefined): void => {
    if (tally === undefined || implemented.has(tally)) return;
    implemented.add(tally);
    for (const parent of tally.parents) add(resolve(tally.path, parent));
  };
  for (const name of interfaces) add(resolve(path, name));
  if (keys === undefined) return implemented;
  return new Set([...implemented].filter(({ functions }) => functions.some((it) => keys.has(it))));
}

interface Resolver {
  readonly tallies: readonly Tally[];
  readonly resolve: Resolve;
}

/** Finds the interface that a name stands for in a file. */
function resolverOver(files: readonly Shapes[], packages: readonly WorkspacePackage[]): Resolver {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const tallies = new Map<string, Tally>();
  for (const { path, interfaces } of files) {
    for (const [name, shape] of interfaces) {
      tallies.set(`${path}#${name}`, { ...shape, path, name, product: 0, tests: 0 });
    }
  }
  const follow = (path: string, name: string, seen: ReadonlySet<string>): Tally | undefined => {
    const file = byPath.get(path);
    const own = tallies.get(`${path}#${name}`);
    if (own !== undefined || file === undefined || seen.has(path)) return own;
    const origin = file.origins.get(name);
    const next =
      origin === undefined ? file.stars.map((specifier) => ({ specifier, name })) : [origin];
    for (const { specifier, name: wanted } of next) {
      const target = fileBehind(specifier, path, packages);
      const found = target && follow(target, wanted, new Set([...seen, path]));
      if (found) return found;
    }
    return undefined;
  };
  return { tallies: [...tallies.values()], resolve: (path, name) => follow(path, name, new Set()) };
}

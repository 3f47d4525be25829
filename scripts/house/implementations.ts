import { isProduct, type WorkspacePackage } from "./checkout.ts";
import { sum } from "./figures.ts";
import { fileBehind } from "./imports.ts";
import type { InterfaceShape, Passed, Provided, Shapes } from "./shapes.ts";

/**
 * Function-typed members of interfaces in product code, by how often their interface is implemented.
 *
 * Four kinds of code implement an interface:
 * - a function that declares it as its return type and writes one of its members in an object literal,
 * - an object literal that an annotation or `satisfies` gives this type,
 * - a class that implements it,
 * - an object literal with one of its members, passed where a function or constructor declares this type.
 *
 * The declared type may be wrapped, in `Promise` or `Pick` for instance, or be part of an intersection.
 * Names are followed through imports and re-exports, and to parent interfaces.
 *
 * Object literals nested in others are not seen, nor those passed to methods. Neither are functions
 * without a declared return type, or with a named function type. So `single` may be too high.
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
  const tallies = tallyAll(files, packages);
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

function tallyAll(
  files: readonly Shapes[],
  packages: readonly WorkspacePackage[],
): readonly Tally[] {
  const tallies = new Map(files.flatMap(talliesOf));
  const resolve = resolver(files, packages, ({ path }, name) => tallies.get(`${path}#${name}`));
  const calleeOf = resolver(files, packages, ({ path, parameters }, name) => {
    const declared = parameters.get(name);
    return declared && { path, parameters: declared };
  });
  const argument = ({ callee, position, keys }: Passed, path: string): Iterable<Tally> => {
    const { path: home = "", parameters = [] } = calleeOf(path, callee) ?? {};
    return implementedBy({ interfaces: parameters[position] ?? [], keys }, home, resolve);
  };
  for (const { path, provided, passed } of files) {
    const side = isProduct(path) ? "product" : "tests";
    const implemented = [
      ...provided.flatMap((each) => [...implementedBy(each, path, resolve)]),
      ...passed.flatMap((each) => [...argument(each, path)]),
    ];
    for (const tally of implemented) tally[side] += 1;
  }
  return [...tallies.values()];
}

function talliesOf({ path, interfaces }: Shapes): readonly (readonly [string, Tally])[] {
  return Array.from(interfaces, ([name, shape]) => {
    return [`${path}#${name}`, { ...shape, path, name, product: 0, tests: 0 }];
  });
}

/** The interfaces that one piece of code implements, with the parents of each. */
function implementedBy(
  { interfaces, keys }: Provided,
  path: string,
  resolve: Resolve<Tally>,
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

type Resolve<Found> = (path: string, name: string) => Found | undefined;

/** Finds the declaration that a name stands for in a file. */
function resolver<Found>(
  files: readonly Shapes[],
  packages: readonly WorkspacePackage[],
  declaredIn: (file: Shapes, name: string) => Found | undefined,
): Resolve<Found> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const follow = (path: string, name: string, seen: ReadonlySet<string>): Found | undefined => {
    const file = byPath.get(path);
    if (file === undefined || seen.has(path)) return undefined;
    const own = declaredIn(file, name);
    if (own !== undefined) return own;
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
  return (path, name) => follow(path, name, new Set());
}

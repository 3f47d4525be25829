import {
  type Effect,
  flowOf,
  flowPlaces,
  type Reach,
  type Role,
  type Sensitivity,
  type ToolContract,
} from "@toolcourt/sdk";

/** What a contract tells about the values of a tool, stated or inferred. */
export interface ToolFacts {
  readonly server: string;
  readonly name: string;
  readonly effect: Effect;
  readonly reach: Reach;
  readonly roles: ReadonlySet<Role>;
  /** Kinds of the values in a role. */
  readonly kinds: (role: Role) => ReadonlySet<string>;
  readonly labels: ReadonlySet<Sensitivity>;
  /** Whether a role was only inferred, or no argument of a tool that acts has one. */
  readonly lacksRoles: boolean;
  /** Whether it counts as reaching outside only because nothing states the reach. */
  readonly lacksReach: boolean;
  /** Whether no field of the result has a stated origin. */
  readonly lacksOrigins: boolean;
}

export function factsOf(contract: ToolContract): ToolFacts {
  const { server, name, effect } = contract;
  const { reach, isReachGuessed, argumentAt, resultAt } = flowOf(contract);
  const places = flowPlaces(contract);
  const takes = places.input.map(argumentAt).filter((each) => each !== undefined);
  const gives = places.output.map(resultAt);
  const isUnsaid = takes.length === 0 && effect !== "read";
  return {
    server,
    name,
    effect,
    reach,
    roles: new Set(takes.map(({ role }) => role)),
    kinds: (role) => {
      const inRole = takes.filter((each) => each.role === role);
      return new Set(inRole.map(({ kind }) => kind).filter((kind) => kind !== undefined));
    },
    labels: new Set(
      gives.map(({ sensitivity }) => sensitivity).filter((each) => each !== undefined),
    ),
    lacksRoles: isUnsaid || takes.some(({ isGuessed }) => isGuessed),
    lacksReach: isReachGuessed,
    lacksOrigins: !gives.some(({ isDeclared }) => isDeclared),
  };
}

/** Whether a tool changes something. */
export function acts({ effect }: ToolFacts): boolean {
  return effect !== "read";
}

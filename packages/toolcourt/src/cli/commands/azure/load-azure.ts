import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";

/** What one role of an identity allows. */
export interface RolePermission {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
}

/** The parts of `@toolcourt/azure` that the command uses. */
export interface AzurePackage {
  readonly tiers: readonly string[];
  /** Returns the tiers that the roles are enough for. */
  readonly tiersOf: (permissions: readonly RolePermission[]) => readonly string[];
  /** The role that helps, by tier. */
  readonly tierNeeds: Readonly<Record<string, { readonly role: string }>>;
  readonly discoveryTemplate: () => object;
  readonly cosmosTemplate: () => object;
}

export type LoadAzure = () => Promise<AzurePackage>;

const name = "@toolcourt/azure";

/** Loads the package if it is installed. It is no dependency: most users need none of it. */
export function createLoadAzure(load: (name: string) => Promise<unknown>): LoadAzure {
  return async () => {
    const loaded = await load(name).catch(() => undefined);
    if (isAzure(loaded)) return loaded;
    const problem = `This command needs the package ${name}, in the version of this program.`;
    throw new Refusal("usage-invalid", { problem, help: `npm install ${name}` });
  };
}

const functions = ["tiersOf", "discoveryTemplate", "cosmosTemplate"] as const;

function isAzure(loaded: unknown): loaded is AzurePackage {
  if (typeof loaded !== "object" || loaded === null) return false;
  const members = new Map<string, unknown>(Object.entries(loaded));
  return (
    functions.every((each) => typeof members.get(each) === "function") &&
    members.has("tiers") &&
    members.has("tierNeeds")
  );
}

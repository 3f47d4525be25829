import { receivedDigest } from "@toolcourt/contracts/internal/judge/received-digest";
import type { LockedTool } from "@toolcourt/contracts/internal/lock/lock";
import type { JsonObject } from "@toolcourt/sdk";
import type { Registry } from "./create-registry.ts";
import type { Hold } from "./snapshot.ts";

/** A held tool of a server, as a reviewer sees it. */
export interface HeldTool {
  readonly server: string;
  readonly tool: string;
  /** The digest that an admission names. */
  readonly digest: string;
  readonly hold: Hold;
  /** The tool object as the server sent it. */
  readonly asReceived: JsonObject;
  /** Undefined if the lock does not have the tool. */
  readonly locked: LockedTool | undefined;
  /** Whether an admission of this digest would release the tool. */
  readonly isAdmissible: boolean;
}

/** Holds that wait for a person who approves the contract. No admission lifts another. */
const waiting: ReadonlySet<Hold["kind"]> = new Set(["drifted", "withdrawn", "unreviewed"]);

/** Returns the held tools of all servers. */
export function heldTools(
  registry: Pick<Registry, "offered" | "lock" | "isFrozen">,
): readonly HeldTool[] {
  const { servers } = registry.lock();
  return [...registry.offered()].flatMap(([server, candidates]) =>
    candidates.flatMap(({ contract, hold }) => {
      if (hold === undefined) return [];
      const { name: tool, asReceived } = contract;
      const locked = servers.get(server)?.get(tool);
      const isAdmissible = locked !== undefined && waiting.has(hold.kind) && !registry.isFrozen;
      const digest = receivedDigest(contract);
      return [{ server, tool, digest, hold, asReceived, locked, isAdmissible }];
    }),
  );
}

import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import {
  type OpenAuthority,
  openAuthority,
} from "../../packages/gateway/src/compose/open-authority.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { createIds } from "./ids.ts";

/**
 * Opens an authority with this policy over stores in memory. The stack disposes of it. Without a
 * policy only principals of the kind `local` may call.
 */
export async function openTestAuthority(
  policy: string | undefined,
  stack: AsyncDisposableStack,
): Promise<OpenAuthority> {
  const folder = stack.use(await openFolder(policy === undefined ? {} : { "policy.yaml": policy }));
  return stack.use(
    await openAuthority(
      {
        stores: { url: "memory:" },
        ...(policy !== undefined && { policy: { from: "file", file: "policy.yaml" } }),
        audit: { key: "audit.key", mustReach: "any" },
        approvals: { key: "approvals.key", approvers: 1, retainForMs: 86_400_000 },
        quarantine: {
          retain: "all",
          retainForMs: 86_400_000,
          maxResults: 100,
          maxBytes: 1_048_576,
        },
        results: { retain: "none", retainForMs: 1_000, required: false },
        connections: { key: "file:vault.key" },
      },
      {
        clock: systemClock,
        write: () => undefined,
        newId: createIds(),
        randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
        folder: folder.path,
        maxCallMs: 60_000,
      },
    ),
  );
}

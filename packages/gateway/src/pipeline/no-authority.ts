import type { Authority } from "./open-pipeline.ts";
import { createApprove, createAuthorize } from "./stages/authorize.ts";
import { accessByContract } from "./stages/permit.ts";
import { unjudged } from "./stages/unjudged.ts";

/** Approves nothing, and has no policy but the contracts' own permissions. */
export function noAuthority(): Authority {
  return {
    accessOf: accessByContract,
    authorize: createAuthorize(),
    ...unjudged,
    rounds: { accept: () => undefined, unseal: (call) => call, seal: (_call, asked) => asked },
    approve: createApprove(),
    settle: async () => undefined,
  };
}

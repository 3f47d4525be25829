import { BusinessError, canonicalJson, type JsonObject } from "@toolcourt/sdk";
import { z } from "zod";

const kept = z.object({ digest: z.string(), params: z.record(z.string(), z.json()) });

/** Refuses to resume a run with other params or in another graph. */
export function checkSame(run: string, digest: string, params: JsonObject): void {
  const began = kept.parse(JSON.parse(run));
  if (canonicalJson(began.params) !== canonicalJson(params)) {
    throw new BusinessError(
      "workflow-run-differs",
      "The run of this name was begun with other params. Send those, or name another run.",
    );
  }
  if (began.digest !== digest) {
    throw new BusinessError(
      "workflow-changed",
      "The workflow is another one since this run was begun, so it cannot go on. Begin a new run with another workflow_run.",
    );
  }
}

export function expired(): BusinessError {
  return new BusinessError(
    "workflow-run-expired",
    "The run of this name is older than runs are kept. Begin a new run with another workflow_run.",
  );
}

export function needsGateway(): BusinessError {
  return new BusinessError(
    "workflow-needs-gateway",
    "A workflow calls its tools through a gateway, and this call did not come by one.",
  );
}

export function ownerless(): BusinessError {
  return new BusinessError(
    "workflow-run-ownerless",
    "Nobody knows who calls, so a run cannot be named: others could go on with it.",
  );
}

export function busy(): BusinessError {
  return new BusinessError("workflow-run-busy", "This run is being gone on with at the moment.", {
    retryable: true,
  });
}

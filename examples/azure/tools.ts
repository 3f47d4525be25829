import { memoryRuns } from "@toolcourt/workflows";
import { createDiscovery } from "./discover.ts";

// All steps read, so a run that was cut is simply begun again.
export const discoverSubscription = createDiscovery(memoryRuns());

import { describeClaims } from "../testing/claims-suite.ts";
import { memoryRuns } from "./memory-runs.ts";

describeClaims(async () => memoryRuns());

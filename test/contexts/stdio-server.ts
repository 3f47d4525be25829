import { serve } from "@toolcourt/sdk/serve";
import { tellContext } from "./tell-context.ts";

// A separate program, for gateways that start their servers.
await serve([tellContext], { name: "teller", version: "1.0.0" });

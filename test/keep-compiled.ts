import { resolve } from "node:path";
import { env } from "node:process";

// Many short-lived programs run the same sources, so they share Node's compile cache. The test
// runner turns it off for coverage, which is not collected from programs.
delete env["NODE_DISABLE_COMPILE_CACHE"];
env["NODE_COMPILE_CACHE"] ??= resolve(import.meta.dirname, "../.cache/compiled");

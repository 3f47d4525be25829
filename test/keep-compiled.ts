import { resolve } from "node:path";
import { env } from "node:process";

// Many short-lived programs run the same sources: what Node compiled for one need not be compiled for the
// next. The test runner forbids it for the sake of coverage, which is not taken of programs.
delete env["NODE_DISABLE_COMPILE_CACHE"];
env["NODE_COMPILE_CACHE"] ??= resolve(import.meta.dirname, "../.cache/compiled");

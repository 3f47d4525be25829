import type { Stages } from "../../pipeline/pipeline.ts";
import type { createAuthorize } from "./authorize.ts";

// What is made here can stand in the line.
type Authorize = ReturnType<typeof createAuthorize>;
const stage = (authorize: Authorize): Stages["authorize"] => authorize;
void stage;

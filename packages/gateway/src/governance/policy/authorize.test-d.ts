import type { Stages } from "../../pipeline/pipeline.ts";
import type { createAuthorize } from "./authorize.ts";

// The result must fit the pipeline stage.
type Authorize = ReturnType<typeof createAuthorize>;
const stage = (authorize: Authorize): Stages["authorize"] => authorize;
void stage;

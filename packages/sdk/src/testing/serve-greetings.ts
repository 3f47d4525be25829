import { serve } from "../serve/serve.ts";
import { greetTool } from "./greet-tool.ts";

// A program of its own, for tests that talk to a server over its stdin and stdout.
await serve([greetTool], { name: "greetings", version: "4.5.6", permissions: ["people:greet"] });

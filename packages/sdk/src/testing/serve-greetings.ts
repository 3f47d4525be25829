import { serve } from "../serve/serve.ts";
import { greetTool } from "./greet-tool.ts";

// A separate program, for tests over stdin and stdout.
await serve([greetTool], { name: "greetings", version: "4.5.6", permissions: ["people:greet"] });

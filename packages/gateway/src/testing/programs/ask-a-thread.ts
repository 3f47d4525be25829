import process from "node:process";
import { startThread } from "../../contracts/schemas/isolation/thread.ts";

// Nothing but the thread keeps this process alive, so that it ends too soon if nobody says it is waited for.
const thread = await startThread();
await thread.ask({ kind: "validate", key: "unknown", text: "{}" });
await thread.spentMs();
process.stdout.write("told");

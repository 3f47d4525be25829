import process from "node:process";
import { startThread } from "@toolcourt/contracts/internal/schemas/isolation/thread";

// Only the thread keeps this process alive: without a hold it ends too soon.
const thread = await startThread();
await thread.ask({ kind: "validate", key: "unknown", text: "{}" });
await thread.spentMs();
process.stdout.write("told");

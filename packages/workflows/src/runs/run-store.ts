import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** Where runs are kept: the params of each, and what its steps wrote down. */
export interface RunStore {
  /** Ready to be used. Rejects if the store cannot be reached. */
  readonly saver: () => Promise<BaseCheckpointSaver>;
}

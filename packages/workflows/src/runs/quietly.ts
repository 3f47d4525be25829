import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/**
 * Runs a graph so that nothing of it is sent anywhere. LangChain sends traces, which hold all that steps say, to
 * a service as soon as certain variables of the environment are set. Below a run that is not traced it never does.
 */
export function quietly<Result>(run: () => Promise<Result>): Promise<Result> {
  return AsyncLocalStorageProviderSingleton.runWithConfig({ callbacks: [] }, run);
}

import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { ConsoleCallbackHandler } from "@langchain/core/tracers/console";

class Silent extends BaseCallbackHandler {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  /** LangChain calls this on the handler with the tracer's name. */
  getRunTreeWithTracingConfig(): undefined {
    return undefined;
  }
}

/**
 * Handlers that disable LangChain's tracing. Certain environment variables make LangChain send step
 * data to a service, or print it to stdout, where the protocol runs. It adds its handlers to each
 * run unless handlers of the same names exist. These have the names and do nothing.
 */
export const silence: BaseCallbackHandler[] = [
  "langchain_tracer",
  ConsoleCallbackHandler.prototype.name,
].map((name) => new Silent(name));

import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { ConsoleCallbackHandler } from "@langchain/core/tracers/console";

class Silent extends BaseCallbackHandler {
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  /** Asked for of whatever has the first of the names. */
  getRunTreeWithTracingConfig(): undefined {
    return undefined;
  }
}

/**
 * LangChain sends all that steps say to a service, or prints it where the protocol is spoken, as soon as certain
 * variables of the environment are set. It adds what does so to each run that does not have one already, and
 * tells them by their names. These have the names and do nothing.
 */
export const silence: BaseCallbackHandler[] = [
  "langchain_tracer",
  ConsoleCallbackHandler.prototype.name,
].map((name) => new Silent(name));

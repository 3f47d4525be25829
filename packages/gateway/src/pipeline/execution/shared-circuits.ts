import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import type { Notices } from "../../stores/notices.ts";

/** Topic of circuit notices between gateways. */
const topic = "circuits";

const maxNoticeLength = 1_000;

export interface SharedCircuitsOptions {
  readonly notices: Notices;
  /** Unique name of this process. */
  readonly name: string;
}

/**
 * Tells other gateways which servers cannot be reached, and hears them. A notice can only make a
 * gateway give up sooner. A lost one costs it a few more failures.
 */
export class SharedCircuits {
  readonly #options: SharedCircuitsOptions;
  readonly #listeners: ((server: string) => void)[] = [];

  constructor(options: SharedCircuitsOptions) {
    this.#options = options;
  }

  /** Tells the others that a circuit of ours has opened. */
  opened(server: string): void {
    const { notices, name } = this.#options;
    // The others find out by themselves if the store is away.
    void notices.publish(topic, JSON.stringify({ from: name, server })).catch(() => undefined);
  }

  /** Registers a listener for each server that another gateway cannot reach. */
  whenOpened(listener: (server: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Listens to the others. Returns the unsubscribe function. */
  async listen(): Promise<() => void> {
    const leave = await this.#options.notices.subscribe(topic, (text) => this.#hear(text));
    // Not awaited: the store may be down, and its owner closes it.
    return () => void leave().catch(() => undefined);
  }

  #hear(text: string): void {
    const server = serverIn(text, this.#options.name);
    if (server === undefined) return;
    for (const listener of this.#listeners) listener(server);
  }
}

/** Returns the server of a notice. Undefined for our own notices, and for what we would not write. */
function serverIn(text: string, ownName: string): string | undefined {
  if (text.length > maxNoticeLength) return undefined;
  const notice = jsonIn(text);
  if (!isJsonObject(notice) || Object.keys(notice).length !== 2) return undefined;
  const [from, server] = [own(notice, "from"), own(notice, "server")];
  return typeof from === "string" && from !== ownName && typeof server === "string"
    ? server
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

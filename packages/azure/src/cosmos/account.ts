import type {
  Container,
  CosmosClient,
  FeedOptions,
  OperationInput,
  SqlParameter,
} from "@azure/cosmos";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type { HeldStoresOptions } from "@toolcourt/gateway/internal/stores/held-stores";
import type { Row } from "@toolcourt/gateway/internal/stores/rows";
import type { CosmosContainer } from "./containers.ts";
import { type CosmosFault, faultOf, toStoreError } from "./faults.ts";
import { createHttpClient } from "./http-client.ts";

export type AccountOptions = Pick<
  HeldStoresOptions,
  "account" | "database" | "fetch" | "token" | "clock" | "deadlineMs" | "onCharge"
>;

/** The end of an operation: a status of Cosmos DB, and whether an earlier attempt may have succeeded. */
export interface Ended {
  readonly status: number;
  readonly isRepeated: boolean;
}

/** An item to write. All values are JSON. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Query {
  readonly text: string;
  readonly parameters: readonly SqlParameter[];
  /** Default: across all partitions. */
  readonly partition?: string;
  /** Default: all rows. */
  readonly max?: number;
}

/** These statuses answer the question of a caller. All others end in a StoreError. */
const answers: ReadonlySet<number> = new Set([409, 412]);
/** Where an item may be missing. Others get 404 only if its container is gone. */
const answersOfItem: ReadonlySet<number> = new Set([404, ...answers]);
/** These pass by themselves. Each is sent once more. */
const passing: ReadonlySet<number> = new Set([408, 410, 449, 503]);
const shortWaitMs = 20;
const noAnswer: CosmosFault = { status: 0 };
const maxPage = 1_000;
const noToken = { token: "none", expiresOnTimestamp: Number.MAX_SAFE_INTEGER };

/** Opens a client that sends by `fetch` alone, to the account's own host, and retries nothing. */
export async function openClient(options: AccountOptions): Promise<CosmosClient> {
  // Loaded late: the SDK takes longer to load than a gateway to start.
  const { CosmosClient: Client } = await import("@azure/cosmos");
  return new Client({
    endpoint: options.account,
    // The client puts the token in itself: the SDK would keep one that was refused.
    aadCredentials: { getToken: async () => noToken },
    httpClient: createHttpClient(options),
    connectionPolicy: {
      enableEndpointDiscovery: false,
      enableBackgroundEndpointRefreshing: false,
      retryOptions: {
        maxRetryAttemptCount: 0,
        fixedRetryIntervalInMilliseconds: 0,
        maxWaitTimeInSeconds: 0,
      },
    },
  });
}

/** One container: every operation within the deadline, throttling and short outages included. */
export class ContainerPort {
  readonly #options: AccountOptions;
  readonly #container: Container;
  readonly name: CosmosContainer["name"];

  constructor(client: CosmosClient, name: CosmosContainer["name"], options: AccountOptions) {
    this.#options = options;
    this.name = name;
    this.#container = client.database(options.database).container(name);
  }

  /** Returns false if the container is not there. */
  async exists(): Promise<boolean> {
    const { status } = await this.#runOnItem((abortSignal) =>
      this.#container.read({ abortSignal }),
    );
    return status !== 404;
  }

  /** Asks for the deletion of an item that is not there. A role that lacks the action gets 403. */
  async mayDelete(): Promise<boolean> {
    let isForbidden = false;
    await this.#runOnItem(async (abortSignal) => {
      try {
        await this.#container.item("none", "none").delete({ abortSignal });
      } catch (error) {
        isForbidden = faultOf(error)?.status === 403;
        if (!isForbidden) throw error;
      }
    });
    return !isForbidden;
  }

  async read(id: string, partition: string): Promise<Row | undefined> {
    let row: Row | undefined;
    await this.#runOnItem(async (abortSignal) => {
      const answer = await this.#container.item(id, partition).read<Row>({ abortSignal });
      row = answer.statusCode === 404 ? undefined : answer.resource;
      return answer;
    });
    return row;
  }

  create(item: Item, partitionKey: string): Promise<Ended> {
    const options = { partitionKey };
    return this.#run((abortSignal) =>
      this.#container.items.create(item, { ...options, abortSignal }),
    );
  }

  replace(item: Item, partition: string, etag: string): Promise<Ended> {
    const accessCondition = { type: "IfMatch", condition: etag };
    return this.#runOnItem((abortSignal) =>
      this.#container.item(item.id, partition).replace(item, { accessCondition, abortSignal }),
    );
  }

  /** Runs all operations or none, and ends with the status of the one that failed. */
  async batch(operations: readonly OperationInput[], partition: string): Promise<Ended> {
    let status = 200;
    const ended = await this.#run(async (abortSignal) => {
      const options = { abortSignal };
      const answer = await this.#container.items.batch([...operations], partition, options);
      const codes = (answer.result ?? []).map(({ statusCode }) => statusCode);
      status = isItemMissing(operations, codes) ? 404 : 200;
      if (status === 200) assertDone(operations, codes);
    });
    return ended.status === 200 ? { ...ended, status } : ended;
  }

  /** Returns the rows of a query, read page by page. Each page has a deadline of its own. */
  async query(query: Query): Promise<readonly Row[]> {
    const { text, parameters, partition, max = Number.POSITIVE_INFINITY } = query;
    // One signal for all pages: the SDK takes it with the query. A late page ends the query.
    const abort = new AbortController();
    const options: FeedOptions = {
      maxItemCount: Math.min(max, maxPage),
      ...(partition === undefined ? { forceQueryPlan: true } : { partitionKey: partition }),
      abortSignal: abort.signal,
    };
    const spec = { query: text, parameters: [...parameters] };
    const iterator = this.#container.items.query<Row>(spec, options);
    const rows: Row[] = [];
    for (let left = max; left > 0 && iterator.hasMoreResults(); left = max - rows.length) {
      await this.#run(async (signal) => {
        signal.addEventListener("abort", () => abort.abort(), { once: true });
        const page: { readonly resources: Row[] | undefined } = await iterator.fetchNext();
        // Empty pages across partitions have no list, whatever the type says.
        rows.push(...(page.resources ?? []));
      });
    }
    return rows.slice(0, max);
  }

  #runOnItem(work: Work): Promise<Ended> {
    return this.#run(work, answersOfItem);
  }

  async #run(work: Work, answered: ReadonlySet<number> = answers): Promise<Ended> {
    const { clock, deadlineMs } = this.#options;
    const until = clock.monotonic() + deadlineMs;
    let isRepeated = false;
    for (;;) {
      try {
        const ms = Math.max(0, until - clock.monotonic());
        await withTimeout({ clock, ms }, work);
        return { status: 200, isRepeated };
      } catch (error) {
        const { status, waitMs } = { waitMs: shortWaitMs, ...(faultOf(error) ?? noAnswer) };
        if (answered.has(status)) return { status, isRepeated };
        const leftMs = until - clock.monotonic() - waitMs;
        if (!mayPass(status, { isRepeated, leftMs })) throw toStoreError(error);
        // A throttled request was not run. After the others the change may have been made.
        if (status !== 429) isRepeated = true;
        await clock.sleep(waitMs);
      }
    }
  }
}

type Work = (signal: AbortSignal) => Promise<unknown>;

/** Whether a batch failed because the item of a replace or a delete is not there. */
function isItemMissing(operations: readonly OperationInput[], codes: readonly number[]): boolean {
  const operation = operations[codes.indexOf(404)];
  return operation !== undefined && operation.operationType !== "Create";
}

/** Throws unless each operation has a result, and all of them succeeded. */
function assertDone(operations: readonly OperationInput[], codes: readonly number[]): void {
  const failed = codes.find((code) => code >= 400 && code !== 424);
  if (failed !== undefined) throw Object.assign(new Error("Batch failed."), { code: failed });
  const isDone = codes.length === operations.length && codes.every((code) => code < 400);
  if (!isDone) throw new Error("The answer to a batch lacks results.");
}

interface Attempted {
  readonly isRepeated: boolean;
  /** What is left of the deadline after the wait. */
  readonly leftMs: number;
}

/** Whether another attempt may succeed: while throttled, else once. */
function mayPass(status: number, { isRepeated, leftMs }: Attempted): boolean {
  return leftMs > 0 && (status === 429 || (passing.has(status) && !isRepeated));
}

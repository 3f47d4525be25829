import { isJsonObject, type JsonObject, type JsonValue } from "@toolcourt/sdk";

/** One operation on an item, as a request or as a part of a batch. */
export interface ItemOperation {
  readonly type: "Create" | "Read" | "Replace" | "Delete";
  /** Default: the id of the body. */
  readonly id?: string | undefined;
  readonly body?: JsonObject | undefined;
  readonly ifMatch?: string | undefined;
}

export interface ItemAnswer {
  readonly status: number;
  readonly body?: JsonObject;
}

/** A container: the field of its partition key, and a field that is unique in each partition. */
export interface ContainerShape {
  readonly partitionKey: string;
  readonly unique?: string;
}

export interface ItemRules {
  readonly containers: Readonly<Record<string, ContainerShape>>;
  readonly now: () => number;
  /** Whether the role of the caller has this action. */
  readonly may: (container: string, action: string) => boolean;
}

/** A logical partition of a container. */
export interface Partition {
  readonly container: string;
  readonly value: string;
}

interface Item extends Partition {
  readonly at: number;
  readonly body: JsonObject;
}

type Items = Map<string, Item>;

/** The limit of an item and of a batch. */
export const maxBytes = 2 * 1024 * 1024;
const maxBatch = 100;

/** The items of a Cosmos account: versions by ETag, atomic batches, unique keys, TTL and roles. */
export class CosmosItems {
  readonly #rules: ItemRules;
  #items: Items = new Map();
  #etags = 0;

  constructor(rules: ItemRules) {
    this.#rules = rules;
  }

  /** Lists the live items of a container, or of one partition of it. */
  all(container: string, value?: string): readonly JsonObject[] {
    return [...this.#items.values()]
      .filter((item) => item.container === container && this.#isLive(item))
      .filter((item) => value === undefined || item.value === value)
      .map(({ body }) => body);
  }

  run(partition: Partition, operation: ItemOperation): ItemAnswer {
    return this.#run(this.#items, partition, operation);
  }

  /** Runs all operations or none. The failed one has its own status, the others 424. */
  batch(partition: Partition, operations: readonly ItemOperation[]): readonly ItemAnswer[] {
    if (operations.length > maxBatch) return [{ status: 400 }];
    const trial: Items = new Map(this.#items);
    const answers: ItemAnswer[] = [];
    for (const operation of operations) {
      const answer = this.#run(trial, partition, operation);
      answers.push(answer);
      if (answer.status >= 400) {
        const failed = answers.length - 1;
        return operations.map((_, index) => (index === failed ? answer : { status: 424 }));
      }
    }
    this.#items = trial;
    return answers;
  }

  #isLive({ at, body }: Item): boolean {
    const { ttl } = body;
    return !(typeof ttl === "number" && this.#rules.now() >= at + ttl * 1000);
  }

  #run(items: Items, partition: Partition, operation: ItemOperation): ItemAnswer {
    const { type, body } = operation;
    if (!this.#rules.may(partition.container, type.toLowerCase())) return fault(403, "Forbidden");
    const flaw = body && this.#flawOf(partition, body);
    if (flaw !== undefined) return flaw;
    const key = keyOf(partition, operation);
    const live = this.#liveIn(items, key);
    if (type === "Create") {
      if (live !== undefined || body === undefined) return fault(409, "Conflict");
      return this.#write(items, key, { partition, body, status: 201 });
    }
    if (live === undefined) return fault(404, "NotFound");
    return this.#change(items, { key, live }, { partition, operation });
  }

  #liveIn(items: Items, key: string): Item | undefined {
    const found = items.get(key);
    return found !== undefined && this.#isLive(found) ? found : undefined;
  }

  /** Runs an operation on an item that is there. */
  #change(
    items: Items,
    { key, live }: { readonly key: string; readonly live: Item },
    { partition, operation }: { readonly partition: Partition; readonly operation: ItemOperation },
  ): ItemAnswer {
    const { type, body, ifMatch } = operation;
    if (ifMatch !== undefined && ifMatch !== live.body["_etag"]) {
      return fault(412, "PreconditionFailed");
    }
    if (type === "Delete") {
      items.delete(key);
      return { status: 204 };
    }
    if (type === "Read" || body === undefined) return { status: 200, body: live.body };
    return this.#write(items, key, { partition, body, status: 200 });
  }

  #flawOf({ container, value }: Partition, body: JsonObject): ItemAnswer | undefined {
    const id = textOf(body["id"]);
    if (id === "" || id.length > 1023 || /[/\\?#]/.test(id)) return fault(400, "BadRequest");
    if (Buffer.byteLength(JSON.stringify(body)) > maxBytes) {
      return fault(413, "RequestEntityTooLarge");
    }
    const field = this.#rules.containers[container]?.partitionKey ?? "";
    return body[field] === value ? undefined : fault(400, "BadRequest");
  }

  #write(items: Items, key: string, written: Written): ItemAnswer {
    const { partition, body, status } = written;
    const { container, value } = partition;
    const unique = this.#rules.containers[container]?.unique;
    const isTaken = [...items].some(
      ([other, item]) =>
        unique !== undefined &&
        other !== key &&
        item.container === container &&
        item.value === value &&
        this.#isLive(item) &&
        item.body[unique] === body[unique],
    );
    if (isTaken) return fault(409, "Conflict");
    const now = this.#rules.now();
    this.#etags += 1;
    const etag = `"${this.#etags.toString(16).padStart(8, "0")}"`;
    const stored = { ...body, _rid: body["id"] ?? "", _ts: Math.floor(now / 1000), _etag: etag };
    items.set(key, { container, value, at: now, body: stored });
    return { status, body: stored };
  }
}

interface Written {
  readonly partition: Partition;
  readonly body: JsonObject;
  readonly status: number;
}

function keyOf({ container, value }: Partition, { id, body }: ItemOperation): string {
  return JSON.stringify([container, value, id ?? textOf(body?.["id"])]);
}

export function fault(status: number, code: string): ItemAnswer {
  return { status, body: { code, message: `The fixture answers ${code}.` } };
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Reads one operation of a batch. Undefined for a kind that the fixture does not know. */
export function readOperation(value: JsonValue): ItemOperation | undefined {
  if (!isJsonObject(value)) return undefined;
  const { operationType, id, resourceBody, ifMatch } = value;
  const type = (["Create", "Read", "Replace", "Delete"] as const).find(
    (each) => each === operationType,
  );
  if (type === undefined) return undefined;
  return {
    type,
    ...(typeof id === "string" && { id }),
    ...(isJsonObject(resourceBody) && { body: resourceBody }),
    ...(typeof ifMatch === "string" && { ifMatch }),
  };
}

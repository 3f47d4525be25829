import { hash } from "node:crypto";
import type { JSONObject, OperationInput, SqlParameter } from "@azure/cosmos";
import type { ContainerPort, Item } from "./account.ts";

/** The one logical partition of a container whose rows change together. */
export const onlyPart = "all";

/** Returns an id without the characters that Cosmos DB forbids, of one length for all values. */
export function idOf(kind: string, ...values: readonly string[]): string {
  return `${kind}.${hash("sha256", values.join("\0"))}`;
}

export function created(item: Item): OperationInput {
  return { operationType: "Create", resourceBody: bodyOf(item) };
}

export function replaced(item: Item, etag: string): OperationInput {
  return { operationType: "Replace", id: item.id, ifMatch: etag, resourceBody: bodyOf(item) };
}

/** With an ETag only that version is deleted. */
export function deleted(id: string, etag?: string): OperationInput {
  return { operationType: "Delete", id, ...(etag !== undefined && { ifMatch: etag }) };
}

/** A batch has at most 100 operations. */
const maxBatch = 100;

/** Deletes items of a partition. Some may be gone already: another process may delete them too. */
export async function deleteAll(
  container: Pick<ContainerPort, "batch">,
  ids: readonly string[],
  partition: string,
): Promise<void> {
  for (let from = 0; from < ids.length; from += maxBatch) {
    const operations = ids.slice(from, from + maxBatch).map((id) => deleted(id));
    const { status } = await container.batch(operations, partition);
    if (status === 200) continue;
    // One missing item keeps the whole batch from running.
    for (const operation of operations) await container.batch([operation], partition);
  }
}

function bodyOf(item: Item): JSONObject {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all values of an item are JSON
  return item as JSONObject;
}

export interface Condition {
  readonly where: string;
  readonly parameters: readonly SqlParameter[];
}

/** Compares fields with values. A value that is undefined is not compared. */
export function equal(
  values: Readonly<Record<string, string | number | undefined>>,
  ...more: readonly Condition[]
): Condition {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    where: [
      ...given.map(([name]) => `c.${name} = @${name}`),
      ...more.map(({ where }) => where),
    ].join(" AND "),
    parameters: [
      ...given.map(([name, value = null]) => ({ name: `@${name}`, value })),
      ...more.flatMap(({ parameters }) => parameters),
    ],
  };
}

/** A field that is at least a value. */
export function atLeast(field: string, value: number): Condition {
  const name = `@${field}AtLeast`;
  return { where: `c.${field} >= ${name}`, parameters: [{ name, value }] };
}

/** A field that is smaller than a value. */
export function below(field: string, value: number | string): Condition {
  const name = `@${field}Below`;
  return { where: `c.${field} < ${name}`, parameters: [{ name, value }] };
}

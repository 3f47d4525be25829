import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import { cursorAt } from "@toolcourt/gateway/internal/governance/audit/push-rows";
import type { Delivery, DeliveryStore } from "@toolcourt/gateway/internal/stores/delivery-store";
import { type ExitCode, usage } from "../../command.ts";
import { type AuditInput, noteDown } from "./input.ts";

/** Shows how far each receiver has come, or lets one go on. */
export async function push(input: AuditInput): Promise<ExitCode> {
  const { values } = input;
  const asked = askedOf(input);
  const isChange = values.resume || values.from !== undefined;
  return isChange ? resume(input, asked) : show(input, asked);
}

function askedOf({ what, opened }: AuditInput): Asked {
  const { receivers = [], deliveries } = opened.push ?? {};
  const names = receivers.map(({ name }) => name);
  if (names.length === 0 || deliveries === undefined) {
    throw usage("The configuration names no receiver. Name one in `audit.push`.");
  }
  if (what !== "" && !names.includes(what)) {
    throw usage(`There is no receiver ${what}; there are ${names.join(", ")}.`);
  }
  return { names: what === "" ? names : [what], deliveries };
}

interface Asked {
  readonly names: readonly string[];
  readonly deliveries: DeliveryStore;
}

async function show(
  { values, opened, context }: AuditInput,
  { names, deliveries }: Asked,
): Promise<ExitCode> {
  const last = (await opened.store.last())?.sequence ?? 0;
  const found = await Promise.all(names.map((name) => cursorOf(name, deliveries)));
  const states = found.map((delivery) => stateOf(delivery, last));
  context.terminal.out(values.json ? printableJson(states) : states.map(lineOf).join("\n"));
  return states.some(({ stopped }) => stopped !== null) ? 1 : 0;
}

async function cursorOf(name: string, deliveries: DeliveryStore): Promise<Delivery> {
  const known = await deliveries.list();
  return known.find(({ receiver }) => receiver === name) ?? cursorAt(name, 0);
}

type State = Omit<Delivery, "hash"> & { readonly waiting: number };

function stateOf({ hash: _hash, ...delivery }: Delivery, last: number): State {
  return { ...delivery, waiting: Math.max(0, last - delivery.row) };
}

function lineOf({ receiver, row, waiting, stopped, at }: State): string {
  const since = at === 0 ? "has got nothing yet" : `since ${new Date(at).toISOString()}`;
  const where = `${receiver}  has rows up to ${row}  ${waiting} waiting  ${since}`;
  return stopped === null
    ? where
    : `${where}\n  stopped: ${stopped}\n  Next: repair the receiver, then toolcourt audit push ${receiver} --resume`;
}

/** Moves the cursor, or only ends the stop. The rows between are sent again, never skipped. */
async function resume(
  { values, what, opened, context }: AuditInput,
  { deliveries }: Asked,
): Promise<ExitCode> {
  const { clock, terminal } = context;
  const { store, operator } = opened;
  if (what === "") throw usage("Name the receiver: toolcourt audit push <receiver> --resume.");
  const delivery = await cursorOf(what, deliveries);
  const row = values.from === undefined ? delivery.row : rowBefore(values.from, delivery.row);
  const [found] = row === 0 ? [] : await store.read(row, 1);
  if (row > 0 && found?.sequence !== row) throw usage(`The log has no row ${row}.`);
  const about = { operator, receiver: what, row };
  await noteDown(store, clock, { kind: "audit.resumed", about });
  await deliveries.reset(cursorAt(what, clock.now(), found));
  terminal.out(`Rows from ${row + 1} on are sent to ${what}.`);
  return 0;
}

/** Rows must not be skipped: a receiver with a gap could prove nothing. */
function rowBefore(text: string, last: number): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw usage("--from takes the number of a row.");
  const from = Number(text);
  if (from > last + 1) {
    throw usage(
      `The receiver has rows up to ${last}. Name a row up to ${last + 1}: none is skipped.`,
    );
  }
  return from - 1;
}

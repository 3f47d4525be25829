import { auditEntry, auditSigner } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { link } from "./chain.ts";
import { parseVerifier } from "./note.ts";
import { type Batch, linesOf, type Sent } from "./push-batch.ts";
import { cursorAt, type PushReceiver, PushRows } from "./push-rows.ts";
import { verifyExport } from "./verify-export.ts";

type Answer = (batch: Batch) => Sent;

const signer = auditSigner();

const takes: Answer = ({ rows }) => {
  const last = rows.at(-1);
  return { kind: "stored", row: last?.sequence ?? 0, hash: last?.hash };
};

const half: Answer = ({ rows }) => ({
  kind: "stored",
  row: rows[0].sequence,
  hash: rows[0].hash,
});

const away: Answer = () => ({ kind: "later", because: "It is away." });

const full: Answer = ({ after }) => ({ kind: "stored", row: after, hash: undefined });

const busy: Answer = () => ({ kind: "later", because: "It is busy.", waitMs: 9_000_000 });

interface Differences extends Pick<PushReceiver, "takesCheckpoints"> {
  /** Comes before each answer. Default: nothing. */
  readonly before?: (holder: string, signal: AbortSignal) => Promise<void>;
}

/** A log of `rows` rows, and a receiver that answers as told: the last answer repeats. */
async function setUp(
  rows: number,
  answers: readonly Answer[],
  { takesCheckpoints = true, before }: Differences = {},
) {
  const stores = openMemoryStores({ link });
  const clock = createFakeClock();
  const fill = async (count: number) => {
    const entries = Array.from({ length: count }, () => auditEntry());
    return stores.audit.append(entries, "committed");
  };
  const keep = (size: number, name: string = signer.name) =>
    stores.audit.keepCheckpoint({ size, note: `${name}\n${size}\nroot\n` });
  await fill(rows);
  const batches: Batch[] = [];
  const events: string[] = [];
  const open = (holder: string): PushRows => {
    const send = async (batch: Batch, signal: AbortSignal): Promise<Sent> => {
      batches.push(batch);
      const answer = answers[batches.length - 1] ?? answers.at(-1) ?? takes;
      await before?.(holder, signal);
      return answer(batch);
    };
    const push = new PushRows(
      { name: "siem", maxRows: 4, send, takesCheckpoints },
      {
        store: stores.audit,
        deliveries: stores.deliveries,
        clock,
        random: () => 1,
        holder,
        origin: signer.name,
        onFailed: (_, because) => events.push(`failed: ${because}`),
        onRecovered: () => events.push("recovered"),
        onStopped: ({ row, stopped }) => events.push(`stopped at ${row}: ${stopped}`),
      },
    );
    onTestFinished(() => push[Symbol.asyncDispose]());
    return push;
  };
  const cursor = () => stores.deliveries.list();
  return { stores, clock, fill, keep, batches, events, open, cursor };
}

const spans = (batches: readonly Batch[]) =>
  batches.map(({ rows }) => `${rows[0].sequence}-${rows.at(-1)?.sequence}`);

/** The rows of each batch, and the size of its checkpoint. */
const covered = (batches: readonly Batch[]) =>
  batches.map(
    ({ checkpoint }, index) => `${spans(batches)[index]} by ${checkpoint?.size ?? "none"}`,
  );

describe("PushRows", () => {
  it("sends all rows in order and in batches, and remembers the last acknowledged one", async () => {
    const { clock, batches, open, cursor } = await setUp(10, [takes]);
    open("one");
    await clock.advance(0);

    expect(spans(batches)).toEqual(["1-4", "5-8", "9-10"]);
    expect(await cursor()).toMatchObject([{ row: 10, stopped: null }]);
  });

  it("delivers what verify accepts, and marks a duplicate by its row and hash", async () => {
    const { clock, batches, open } = await setUp(6, [half, takes]);
    open("one");
    await clock.advance(0);

    expect(spans(batches)).toEqual(["1-4", "2-5", "6-6"]);
    const kept = new Map<string, string>();
    const [header = ""] = batches.flatMap((batch) => linesOf(batch).split("\n"));
    for (const line of batches.flatMap((batch) => linesOf(batch).trimEnd().split("\n").slice(1))) {
      const key = /"sequence":\d+,"hash":"[0-9a-f]+"/.exec(line)?.[0] ?? "";
      kept.set(key, line);
    }
    async function* lines() {
      yield `${header}\n`;
      for (const line of kept.values()) yield `${Buffer.from(line).toString("latin1")}\n`;
    }
    const verifier = parseVerifier(signer.publicKey);
    const verifiers = verifier === undefined ? [] : [verifier];
    expect(await verifyExport(lines(), { verifiers, outside: [] })).toMatchObject({
      kind: "sound",
      rows: 6,
    });
  });

  it("marks rows that the receiver may have: at first, after a failure, after a part", async () => {
    const { clock, batches, open } = await setUp(13, [takes, half, takes, away, takes, takes]);
    open("one");
    await clock.advance(500);

    const marks = batches.map(({ mayRepeat }, index) => `${spans(batches)[index]} ${mayRepeat}`);
    expect(marks).toEqual(["1-4 true", "5-8 false", "6-9 true", "10-13 false", "10-13 true"]);
    const [first, second] = batches;
    expect([first?.previous, second?.previous]).toEqual([undefined, first?.rows.at(-1)?.hash]);
  });

  it("sends a checkpoint with the rows that complete it, until they arrived", async () => {
    const { clock, batches, open, keep } = await setUp(12, [takes, half, takes, takes]);
    for (const size of [3, 5, 6, 99]) await keep(size);
    open("one");
    await clock.advance(0);

    expect(covered(batches)).toEqual(["1-4 by 3", "5-8 by 6", "6-9 by 6", "10-12 by none"]);
  });

  it("sends checkpoints that another process signed before, meanwhile or after it ended", async () => {
    const { clock, batches, fill, keep, open } = await setUp(2, [takes]);
    await keep(1);
    const one = open("one");
    await clock.advance(0);
    await keep(2);
    await fill(1);
    await clock.advance(1_000);
    await one[Symbol.asyncDispose]();
    await keep(3);
    open("two");
    await fill(1);
    await clock.advance(1_000);
    await fill(1);
    await clock.advance(1_000);

    expect(covered(batches)).toEqual(["1-2 by 1", "3-3 by 2", "4-4 by 3", "5-5 by none"]);
  });

  it("sends no checkpoint under another name, and none to a receiver that has no use for it", async () => {
    const foreign = await setUp(2, [takes]);
    await foreign.keep(2, "another");
    foreign.open("one");
    await foreign.clock.advance(0);
    const plain = await setUp(2, [takes], { takesCheckpoints: false });
    await plain.keep(2);
    plain.open("one");
    await plain.clock.advance(0);

    expect(covered([...foreign.batches, ...plain.batches])).toEqual(["1-2 by none", "1-2 by none"]);
  });

  it("sends checkpoints again with rows that an operator wants again", async () => {
    const { clock, batches, fill, keep, open, stores } = await setUp(2, [takes]);
    await keep(2);
    open("one");
    await clock.advance(0);
    await stores.deliveries.reset(cursorAt("siem", clock.now()));
    await fill(1);
    await clock.advance(60_000);

    expect(covered(batches).filter((each) => each.startsWith("1-"))).toEqual([
      "1-2 by 2",
      "1-3 by 2",
    ]);
  });

  it("ends a request before its lease ends, so that two processes never send at once", async () => {
    const holders: string[] = [];
    let [running, most] = [0, 0];
    const before = async (holder: string, signal: AbortSignal): Promise<void> => {
      holders.push(holder);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      running -= 1;
    };
    const { clock, events, open } = await setUp(1, [takes], { before });
    open("one");
    await clock.advance(0);
    open("two");
    await clock.advance(29_000);
    expect(events).toEqual(["failed: It did not answer in time."]);
    await clock.advance(120_000);

    expect(holders.length).toBeGreaterThan(3);
    expect(most).toBe(1);
  });

  it("sends new rows at once if this process wrote them, and within a second otherwise", async () => {
    const { clock, batches, fill, open } = await setUp(1, [takes]);
    const push = open("one");
    await clock.advance(0);
    push.appended(await fill(1));
    await clock.advance(0);
    expect(spans(batches)).toEqual(["1-1", "2-2"]);

    await fill(1);
    await clock.advance(1_000);

    expect(spans(batches)).toEqual(["1-1", "2-2", "3-3"]);
  });

  it("waits longer after each failure, loses no row, and reports once", async () => {
    const { clock, batches, events, open } = await setUp(2, [away, full, away, takes]);
    const push = open("one");
    await clock.advance(499);
    expect(batches).toHaveLength(1);
    expect(push.state).toEqual({ receiver: "siem", waiting: 2, isStopped: false });
    await clock.advance(1);
    expect(batches).toHaveLength(2);
    await clock.advance(999);
    expect(batches).toHaveLength(2);
    await clock.advance(2_001);

    expect(spans(batches)).toEqual(["1-2", "1-2", "1-2", "1-2"]);
    expect(events).toEqual(["failed: It is away.", "recovered"]);
    expect(push.state.waiting).toBe(0);
  });

  it("waits as long as the receiver asks, at most five minutes", async () => {
    const { clock, batches, open } = await setUp(1, [busy, takes]);
    open("one");
    await clock.advance(299_999);
    expect(batches).toHaveLength(1);
    await clock.advance(1);

    expect(batches).toHaveLength(2);
  });

  it.each<[string, Answer, string]>([
    ["refuses the rows", () => ({ kind: "refused", because: "It said no." }), "It said no."],
    [
      "acknowledges rows beyond those sent",
      () => ({ kind: "stored", row: 9, hash: "ab" }),
      "It acknowledged row 9, and was sent rows up to 8.",
    ],
    [
      "forgets rows",
      () => ({ kind: "stored", row: 3, hash: "ab" }),
      "It acknowledged row 3, and had acknowledged row 4 before.",
    ],
    [
      "has another row",
      () => ({ kind: "stored", row: 6, hash: "ab" }),
      "It acknowledged row 6 with another hash than that row has.",
    ],
  ])("stops if the receiver %s, until an operator resumes", async (_, answer, because) => {
    const { clock, batches, events, open, cursor, stores } = await setUp(8, [takes, answer, takes]);
    const push = open("one");
    await clock.advance(60_000);

    expect(spans(batches)).toEqual(["1-4", "5-8"]);
    expect(events).toEqual([`stopped at 4: ${because}`]);
    const [stopped] = await cursor();
    expect(stopped).toMatchObject({ row: 4, stopped: because });
    expect(push.state.isStopped).toBe(true);
    if (stopped !== undefined) await stores.deliveries.reset({ ...stopped, stopped: null });
    await clock.advance(5_000);

    expect(spans(batches)).toEqual(["1-4", "5-8", "5-8"]);
    expect(await cursor()).toMatchObject([{ row: 8, stopped: null }]);
  });

  it("sends no row of a log that does not continue what the receiver has", async () => {
    const { clock, batches, events, open, stores } = await setUp(3, [takes]);
    const other = { receiver: "siem", row: 2, hash: "ab", stopped: null, at: 0 };
    await stores.deliveries.reset(other);
    open("one");
    await clock.advance(0);

    expect(batches).toEqual([]);
    expect(events).toEqual(["stopped at 2: The log lacks row 2 as this receiver acknowledged it."]);
  });

  it("sends from one process at a time, and another goes on where it ended", async () => {
    const { clock, batches, fill, open } = await setUp(2, [takes]);
    const one = open("one");
    const two = open("two");
    await clock.advance(0);
    expect(spans(batches)).toEqual(["1-2"]);
    expect([one.state.waiting, two.state.waiting]).toEqual([0, undefined]);

    await one[Symbol.asyncDispose]();
    await fill(2);
    await clock.advance(1_000);

    expect(spans(batches)).toEqual(["1-2", "3-4"]);
  });

  it("takes over from a process that was killed, after its lease", async () => {
    const { clock, batches, stores, open } = await setUp(2, [takes]);
    const now = clock.now();
    await stores.deliveries.claim({ receiver: "siem", holder: "dead", now, until: now + 30_000 });
    open("two");
    await clock.advance(29_000);
    expect(batches).toEqual([]);
    await clock.advance(1_000);

    expect(spans(batches)).toEqual(["1-2"]);
  });
});

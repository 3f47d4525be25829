import type { Redis } from "ioredis";
import { storedName } from "../history-rows.ts";
import type { HistoryEntry, HistoryStore } from "../history-store.ts";
import { StoreError } from "../store-error.ts";
import { asked } from "./faults.ts";

export interface RedisHistoriesConfig {
  readonly prefix: string;
  /** How long a history is kept after its last entry. */
  readonly historiesForMs: number;
}

/**
 * Keeps each history as a list that expires by itself, and their times in a sorted set. Does not own
 * `redis`: the caller closes it.
 */
export function createRedisHistories(
  redis: Redis,
  { prefix, historiesForMs }: RedisHistoriesConfig,
): HistoryStore {
  const times = `${prefix}histories`;
  const listOf = `${prefix}history:`;
  return {
    read: async (history, after, max) => {
      const list = `${listOf}${storedName(history)}`;
      const texts = await asked(redis.lrange(list, after, after + max - 1));
      return texts.map((text, index) => entryIn(text, after + index + 1));
    },
    append: async (history, { position, at, body }, previousAt) => {
      const name = storedName(history);
      const previous = previousAt === undefined ? "" : `${previousAt}:`;
      const values = [position, at, body, previous, Math.ceil(historiesForMs), name];
      return (await asked(redis.eval(appendScript, 2, `${listOf}${name}`, times, ...values))) === 1;
    },
    forget: async (before, max) => {
      const gone = await asked(redis.eval(forgetScript, 1, times, `(${before}`, max, listOf));
      if (typeof gone !== "number") throw new StoreError("failed");
      return gone;
    },
  };
}

/** An entry is stored as its time, a colon and its body. Its position is its place in the list. */
function entryIn(text: string, position: number): HistoryEntry {
  const end = text.indexOf(":");
  const at = Number(text.slice(0, Math.max(0, end)));
  if (end < 1 || !Number.isFinite(at)) throw new StoreError("corrupt");
  return { position, at, body: text.slice(end + 1) };
}

/**
 * KEYS: the history, the times of all. ARGV: position, time, body, what the previous entry begins
 * with or nothing, ms to keep it, name. Returns 1 if it was added.
 */
const appendScript = `
if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) - 1 then return 0 end
local previous = redis.call('LINDEX', KEYS[1], -1)
if previous and string.sub(previous, 1, #ARGV[4]) ~= ARGV[4] then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2] .. ':' .. ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
return 1
`;

/**
 * KEYS: the times of all. ARGV: end of the times, at most how many, prefix of histories. Returns how
 * many are gone, with those that had expired by themselves.
 */
const forgetScript = `
local names = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, name in ipairs(names) do
  redis.call('UNLINK', ARGV[3] .. name)
  redis.call('ZREM', KEYS[1], name)
end
return #names
`;

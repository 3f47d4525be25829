import type { Redis } from "ioredis";
import type { LimitStore } from "../limit-store.ts";
import type { QueryStore } from "../query-store.ts";
import { StoreError } from "../store-error.ts";
import { asked } from "./faults.ts";

/** Does not own `redis`: the caller closes it. */
export function createRedisLimits(redis: Redis, prefix: string): LimitStore {
  return {
    take: async (key, { wanted, max, windowMs }) => {
      const window = Math.ceil(windowMs);
      const answer = await asked(
        redis.eval(takeScript, 1, `${prefix}rate:${key}`, wanted, max, window),
      );
      const [granted, endsInMs] = numbersIn(answer);
      if (granted === undefined || endsInMs === undefined) throw new StoreError("failed");
      return { granted, endsInMs };
    },
    enter: async (key, { holder, max, leaseMs }) => {
      const lease = Math.ceil(leaseMs);
      return (
        (await asked(redis.eval(enterScript, 1, `${prefix}places:${key}`, holder, max, lease))) ===
        1
      );
    },
    leave: async (key, holder) => {
      await asked(redis.zrem(`${prefix}places:${key}`, holder));
    },
  };
}

function numbersIn(answer: unknown): readonly number[] {
  return Array.isArray(answer) ? answer.filter((each) => typeof each === "number") : [];
}

/** Does not own `redis`: the caller closes it. */
export function createRedisQueries(redis: Redis, prefix: string): QueryStore {
  return {
    move: async (key, { from, fromNothing, to, forMs }) => {
      const move = [to, Math.ceil(forMs), fromNothing ? 1 : 0, ...from];
      return (await asked(redis.eval(moveScript, 1, `${prefix}query:${key}`, ...move))) === 1;
    },
  };
}

// Each script is atomic in Redis. It uses the server's time, so the clients' clocks need not agree.

/**
 * KEYS: the window. ARGV: wanted, max, window in ms. Returns: granted, ms until the window ends.
 */
const takeScript = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local granted = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - used))
local ends = redis.call('PTTL', KEYS[1])
if ends < 0 then
  ends = tonumber(ARGV[3])
  redis.call('SET', KEYS[1], granted, 'PX', ends)
elseif granted > 0 then
  redis.call('INCRBY', KEYS[1], granted)
end
return {granted, ends}
`;

/** KEYS: the slots. ARGV: holder, max, lease in ms. Returns 1 if the holder has a slot. */
const enterScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lease = tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1])
  and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], now + lease, ARGV[1])
if redis.call('PTTL', KEYS[1]) < lease then redis.call('PEXPIRE', KEYS[1], lease) end
return 1
`;

/**
 * KEYS: the query. ARGV: target state, ms to keep it, 1 to allow an unknown query, source states.
 * Returns 1 if it was moved.
 */
const moveScript = `
local state = redis.call('GET', KEYS[1])
local may = not state and ARGV[3] == '1'
for place = 4, #ARGV do may = may or state == ARGV[place] end
if not may then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;

// Each script is atomic in Redis. It uses the server's time, so the clients' clocks need not agree.

/**
 * KEYS: the window. ARGV: wanted, most, window in ms. Returns: granted, ms until the window ends.
 */
export const takeScript = `
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

/** KEYS: the slots. ARGV: holder, most, lease in ms. Returns 1 if the holder has a slot. */
export const enterScript = `
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
export const moveScript = `
local state = redis.call('GET', KEYS[1])
local may = not state and ARGV[3] == '1'
for place = 4, #ARGV do may = may or state == ARGV[place] end
if not may then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`;

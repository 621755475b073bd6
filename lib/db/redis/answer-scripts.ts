import { createScript } from "./script"

const clock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/**
 * Keys: answer, generation, claim. Values: accepts stale (1 or 0), stored within ms or nothing, claim, its
 * ms, a generation where there is none. Answers generation, acceptable, claimed, text, as of, ms left.
 */
export const openScript = createScript(`${clock}
local generation = redis.call('GET', KEYS[2])
if not generation then
  generation = ARGV[5]
  redis.call('SET', KEYS[2], generation)
end
local kept = redis.call('HMGET', KEYS[1], 'generation', 'text', 'asOf', 'stored', 'fresh', 'stale', 'kept')
local found = kept[1] == generation and tonumber(kept[7]) > now
local acceptable = false
if found then
  local good = ARGV[1] == '1' and kept[6] or kept[5]
  acceptable = tonumber(good) > now and (ARGV[2] == '' or tonumber(kept[4]) >= now - tonumber(ARGV[2]))
end
local claimed = false
if not acceptable then
  local held = redis.call('HMGET', KEYS[3], 'claim', 'generation')
  claimed = not held[1] or held[1] == ARGV[3] or held[2] ~= generation
  if claimed then
    redis.call('HSET', KEYS[3], 'claim', ARGV[3], 'generation', generation)
    redis.call('PEXPIRE', KEYS[3], ARGV[4])
  end
end
local answer = { generation, acceptable and 1 or 0, claimed and 1 or 0 }
if found then
  answer[4] = kept[2]
  answer[5] = kept[3]
  for index = 5, 7 do answer[index + 1] = kept[index] - now end
end
return answer`)

/**
 * Keys: answer, generation, claim, expiry of each answer, size of each, size of all. Values: generation,
 * text, as of, ms left (three), claim, name, bytes, bytes that may be held in all, what names begin with.
 * The answers nearest to their end are given up first.
 */
export const putScript = createScript(`${clock}
local function forget(name)
  local size = redis.call('HGET', KEYS[5], name) or 0
  redis.call('DEL', ARGV[11] .. name)
  redis.call('HDEL', KEYS[5], name)
  redis.call('ZREM', KEYS[4], name)
  return redis.call('DECRBY', KEYS[6], size)
end
if redis.call('HGET', KEYS[3], 'claim') == ARGV[7] then redis.call('DEL', KEYS[3]) end
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
forget(ARGV[8])
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', 0, 100)) do
  forget(name)
end
redis.call('HSET', KEYS[1], 'generation', ARGV[1], 'text', ARGV[2], 'asOf', ARGV[3], 'stored', now,
  'fresh', now + ARGV[4], 'stale', now + ARGV[5], 'kept', now + ARGV[6])
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('ZADD', KEYS[4], now + ARGV[6], ARGV[8])
redis.call('HSET', KEYS[5], ARGV[8], ARGV[9])
local total = redis.call('INCRBY', KEYS[6], ARGV[9])
while total > tonumber(ARGV[10]) do
  total = forget(redis.call('ZRANGE', KEYS[4], 0, 0)[1])
end
return 1`)

/** Key: claim. Value: claim. */
export const releaseScript = createScript(`
if redis.call('HGET', KEYS[1], 'claim') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`)

/** Key: claim. Values: claim, ms. */
export const extendScript = createScript(`
if redis.call('HGET', KEYS[1], 'claim') == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1`)

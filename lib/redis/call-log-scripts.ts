import { createScript } from "./script"

/**
 * Times are milliseconds of the server's clock since 1970, whole to the microsecond: Lua would print them
 * shorter, hence `text`. KEYS: state, calls by when they stop counting, demand by instance. ARGV begins
 * with limit, window, flight and the clock, empty for the server's own.
 */
export const prelude = `
  local state, calls, demands = KEYS[1], KEYS[2], KEYS[3]
  local limit, window, flight = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local now = tonumber(ARGV[4])
  if not now then
    local time = redis.call("TIME")
    now = time[1] * 1000 + time[2] / 1000
  end
  local function text(time) return string.format("%.3f", time) end
  local function number(name) return tonumber(redis.call("HGET", state, name)) or 0 end
  local lanes = { "person", "export", "sync" }`

/** `live`: the calls in use, soonest to leave first. A clock that was set back keeps none longer than a call can count. */
export const readCalls = `
  local longest = now + flight + window
  for _, id in ipairs(redis.call("ZRANGEBYSCORE", calls, "(" .. text(longest), "+inf")) do
    redis.call("ZADD", calls, text(longest), id)
  end
  local live = {}
  local rows = redis.call("ZRANGEBYSCORE", calls, "(" .. text(now), "+inf", "WITHSCORES")
  for at = 1, #rows, 2 do
    local lane, owner = string.match(rows[at], "%a+$"), string.match(rows[at], ":%d+:([^:]+):%a+$")
    live[#live + 1] = { lane = lane, owner = owner, leaves = tonumber(rows[at + 1]) }
  end
  local paused = number("paused")`

/** Each instance's row: waiting persons, exports, syncs, when the row ends, when the instance was last served, waiting persons who are behind. */
export const readDemands = `
  local others, mine = {}, { 0, 0, 0, 0, 0 }
  local stored = redis.call("HGETALL", demands)
  for at = 1, #stored, 2 do
    local row = {}
    for part in string.gmatch(stored[at + 1], "%S+") do row[#row + 1] = tonumber(part) end
    if stored[at] == instance then mine = row
    elseif row[4] <= now then redis.call("HDEL", demands, stored[at])
    else others[#others + 1] = row end
  end
  local elsewhere, behind = { 0, 0, 0 }, 0
  for _, row in ipairs(others) do
    for lane = 1, 3 do elsewhere[lane] = elsewhere[lane] + row[lane] end
    behind = behind + (row[6] or 0)
  end`

/** ARGV from 5: the call's id. */
export const settleScript = createScript(`${prelude}
  return redis.call("ZADD", calls, "XX", "LT", text(now + window), ARGV[5])`)

/** ARGV from 5: the call's id. */
export const giveBackScript = createScript(`${prelude}
  local removed = redis.call("ZREM", calls, ARGV[5])
  if removed > 0 then redis.call("HINCRBY", state, "held", -removed) end
  return removed`)

/** ARGV from 5: milliseconds. */
export const pauseScript = createScript(`${prelude}
  return redis.call("HSET", state, "paused", text(math.max(number("paused"), now + tonumber(ARGV[5]))))`)

/** ARGV from 5: the instance that asks. */
export const readScript = createScript(`${prelude}
  local instance = ARGV[5]
  ${readCalls}
  ${readDemands}
  local used = { 0, 0, 0 }
  for _, call in ipairs(live) do
    for lane = 1, 3 do if lanes[lane] == call.lane then used[lane] = used[lane] + 1 end end
  end
  elsewhere[1] = elsewhere[1] + behind
  local free = #live < limit and now or math.min(live[#live - limit + 1].leaves, now + window)
  return { used, elsewhere, math.ceil(math.max(free, paused) - now), math.ceil(math.max(paused - now, 0)) }`)

import { createScript } from "./script"

/**
 * Times are milliseconds of the server's clock since 1970, whole to the microsecond: Lua would print them
 * shorter, hence `text`. KEYS: state, calls by when they stop counting, demand by instance. ARGV begins
 * with limit, window, flight, the clock, empty for the server's own, and how many calls are reserved for
 * the background.
 */
export const prelude = `
  local state, calls, demands = KEYS[1], KEYS[2], KEYS[3]
  local limit, window, flight = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local now, reserved = tonumber(ARGV[4]), tonumber(ARGV[5])
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

/** `roomFor`: when a call can go of those for which so many places are kept free; behind the background's own only persons' calls make room. */
export const countRoom = `
  local background = 0
  for _, call in ipairs(live) do if call.lane ~= "person" then background = background + 1 end end
  local function leaveOf(place) return math.min(live[place] and live[place].leaves or now + window, now + window) end
  local function roomFor(kept)
    local place = #live + kept - limit
    if place < 0 then return now end
    for _, call in ipairs(live) do
      if kept == 0 or call.lane == "person" then
        if place == 0 then return math.min(call.leaves, now + window) end
        place = place - 1
      end
    end
    return now + window
  end`

/** ARGV from 6: the call's id. */
export const endCallScript = createScript(`${prelude}
  return redis.call("ZADD", calls, "XX", "LT", text(now + window), ARGV[6])`)

/** ARGV from 6: the call's id. */
export const giveBackScript = createScript(`${prelude}
  local removed = redis.call("ZREM", calls, ARGV[6])
  if removed > 0 then redis.call("HINCRBY", state, "held", -removed) end
  return removed`)

/** ARGV from 6: milliseconds. */
export const pauseScript = createScript(`${prelude}
  return redis.call("HSET", state, "paused", text(math.max(number("paused"), now + tonumber(ARGV[6]))))`)

/** ARGV from 6: the instance that asks. */
export const readScript = createScript(`${prelude}
  local instance = ARGV[6]
  ${readCalls}
  ${readDemands}
  local used = { 0, 0, 0 }
  for _, call in ipairs(live) do
    for lane = 1, 3 do if lanes[lane] == call.lane then used[lane] = used[lane] + 1 end end
  end
  ${countRoom}
  elsewhere[1] = elsewhere[1] + behind
  local waits = elsewhere[2] + elsewhere[3] + mine[2] + mine[3] > 0
  local room = math.max(roomFor(waits and math.max(0, reserved - background) or 0), paused)
  return { used, elsewhere, math.ceil(room - now), math.ceil(math.max(paused - now, 0)) }`)

import { createScript } from "./script"

/**
 * Times are milliseconds of the server's clock since 1970, with microseconds: Lua would round them, hence
 * `text`. KEYS: state, calls by when they stop counting, demand by instance. ARGV begins with the limit, the
 * milliseconds of the window and of a call in flight, the clock, empty for the server's own, and how many
 * calls are reserved for the background.
 */
export const prelude = `
  local state, calls, demands = KEYS[1], KEYS[2], KEYS[3]
  local limit, window, inFlight = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local now, reserved = tonumber(ARGV[4]), tonumber(ARGV[5])
  if not now then
    local time = redis.call("TIME")
    now = time[1] * 1000 + time[2] / 1000
  end
  local function text(time) return string.format("%.3f", time) end
  local function number(name) return tonumber(redis.call("HGET", state, name)) or 0 end
  local priorities = { "person", "export", "sync" }`

/** `live`: the calls in use, soonest to leave first. After the clock was set back no call counts longer than it can. */
export const readCallsScript = `
  local maxLeave = now + inFlight + window
  for _, id in ipairs(redis.call("ZRANGEBYSCORE", calls, "(" .. text(maxLeave), "+inf")) do
    redis.call("ZADD", calls, text(maxLeave), id)
  end
  local live = {}
  local rows = redis.call("ZRANGEBYSCORE", calls, "(" .. text(now), "+inf", "WITHSCORES")
  for at = 1, #rows, 2 do
    local priority, owner = string.match(rows[at], "%a+$"), string.match(rows[at], ":%d+:([^:]+):%a+$")
    live[#live + 1] = { priority = priority, owner = owner, leaves = tonumber(rows[at + 1]) }
  end
  local paused = number("paused")`

/** Each instance's row: waiting persons, exports, syncs, when the row ends, when the instance was last served, waiting persons over their share. */
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
  local elsewhere, overShare = { 0, 0, 0 }, 0
  for _, row in ipairs(others) do
    for priority = 1, 3 do elsewhere[priority] = elsewhere[priority] + row[priority] end
    overShare = overShare + (row[6] or 0)
  end`

/** `roomFor`: when a call can go that leaves so many slots reserved; where any are, only persons' calls make room for it. */
export const countRoom = `
  local background = 0
  for _, call in ipairs(live) do if call.priority ~= "person" then background = background + 1 end end
  local function leaveOf(index) return math.min(live[index] and live[index].leaves or now + window, now + window) end
  local function roomFor(reservedSlots)
    local index = #live + reservedSlots - limit
    if index < 0 then return now end
    for _, call in ipairs(live) do
      if reservedSlots == 0 or call.priority == "person" then
        if index == 0 then return math.min(call.leaves, now + window) end
        index = index - 1
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

/** ARGV from 6: the requesting instance. */
export const readScript = createScript(`${prelude}
  local instance = ARGV[6]
  ${readCallsScript}
  ${readDemands}
  local used = { 0, 0, 0 }
  for _, call in ipairs(live) do
    for priority = 1, 3 do if priorities[priority] == call.priority then used[priority] = used[priority] + 1 end end
  end
  ${countRoom}
  elsewhere[1] = elsewhere[1] + overShare
  local waits = elsewhere[2] + elsewhere[3] + mine[2] + mine[3] > 0
  local room = math.max(roomFor(waits and math.max(0, reserved - background) or 0), paused)
  return { used, elsewhere, math.ceil(room - now), math.ceil(math.max(paused - now, 0)) }`)

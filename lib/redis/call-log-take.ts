import { prelude, readCalls, readDemands } from "./call-log-scripts"
import { createScript } from "./script"

/**
 * Times that are kept go back with a clock that was set back. What the log has lost is seen by what
 * callers know of it: another epoch, a lower number, or fewer calls than were kept. Then everything that
 * may be missing is waited for.
 */
const findLoss = `
  local whole = window + flight
  local epoch, seq = redis.call("HGET", state, "epoch"), number("seq")
  if not epoch then
    redis.call("DEL", calls, demands)
    epoch, seq = newEpoch, 0
    redis.call("HSET", state, "epoch", epoch, "created", text(now), "held", 0)
  end
  local back = math.max(number("seen") - now, 0)
  if back > 0 then
    redis.call("DEL", demands)
    for _, name in ipairs({ "paused", "person", "background" }) do
      redis.call("HSET", state, name, text(number(name) - back))
    end
  end
  local doubtful = 0
  if knownEpoch ~= "" and knownEpoch ~= epoch then doubtful = number("created") + whole
  elseif knownEpoch == epoch and seq < knownSeq then doubtful, seq = now + whole, knownSeq end
  if redis.call("ZCARD", calls) ~= number("held") then doubtful = now + whole end
  doubtful = math.min(doubtful, now + whole)
  redis.call("HSET", state, "paused", text(math.max(number("paused"), doubtful)))
  redis.call("ZREMRANGEBYSCORE", calls, "-inf", text(now))`

/** How long from now until a call of the lane may go; see `lib/upstream/governor/call-log.test.ts` for each rule. */
const waitRule = `
  local function leaveOf(place) return math.min(live[place] and live[place].leaves or now + window, now + window) end
  local function waitForRoom()
    local free = limit - #live
    return math.max(paused, free > 0 and now or leaveOf(1 - free)) - now
  end
  local function countTurns()
    local turns = 0
    for _, row in ipairs(others) do
      if row[lane] > 0 and row[5] < mine[5] then turns = turns + 1 end
    end
    return turns
  end
  local function spreadRest()
    local free, pace, leave = limit - #live, window / limit, leaveOf(1)
    local last = math.max(number("background"), now - window)
    return math.max(last + pace, math.min(last + (leave - last) / free, leave - 1.5 * pace)) - now
  end
  local function waitInBackground()
    local half, used, within, first = math.floor(limit / 2), 0, 0, nil
    for _, call in ipairs(live) do if call.lane ~= "person" then used = used + 1 end end
    local personUntil = number("person") + window
    if personUntil > now then
      if used < half then return 0 end
      for _, call in ipairs(live) do
        if call.lane ~= "person" then
          within = within + 1
          if within > used - half then first = math.min(call.leaves, now + window) break end
        end
      end
      return math.min(first or personUntil, personUntil) - now
    end
    return #live < half and 0 or spreadRest()
  end
  local function waitForTurn()
    local room = waitForRoom()
    for higher = 1, lane - 1 do if elsewhere[higher] > 0 then return room + yield end end
    if room > 0 then return room + turn * countTurns() end
    return lane == 1 and 0 or waitInBackground()
  end`

/** ARGV from 5: lane (1 to 3), count, instance, its three demands, known epoch and number, a new epoch, milliseconds of yield, turn and grace. */
export const takeScript = createScript(`${prelude}
  local lane, count, instance = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
  local demand = { tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]) }
  local knownEpoch, knownSeq, newEpoch = ARGV[11], tonumber(ARGV[12]), ARGV[13]
  local yield, turn, grace = tonumber(ARGV[14]), tonumber(ARGV[15]), tonumber(ARGV[16])
  ${findLoss}
  ${readCalls}
  ${readDemands}
  ${waitRule}
  if demand[1] > 0 then redis.call("HSET", state, "person", text(now)) end
  local ids, wait = {}, 0
  while #ids < count do
    wait = math.max(waitForTurn(), 0)
    if wait > 0 then break end
    seq = seq + 1
    local id = epoch .. ":" .. seq .. ":" .. lanes[lane]
    redis.call("ZADD", calls, text(longest), id)
    live[#live + 1] = { lane = lanes[lane], leaves = longest }
    ids[#ids + 1] = id
    mine[5] = now
    if lane > 1 then redis.call("HSET", state, "background", text(now)) end
  end
  redis.call("HSET", state, "seq", seq, "seen", text(now), "held", redis.call("ZCARD", calls))
  demand[lane] = math.max(0, demand[lane] - #ids)
  local ends = now + wait + grace
  if demand[1] + demand[2] + demand[3] == 0 then ends = now + window end
  local row = { demand[1], demand[2], demand[3], text(ends), text(mine[5]) }
  redis.call("HSET", demands, instance, table.concat(row, " "))
  local leaves = {}
  if wait > 0 then
    for place = 1, math.min(#live, 500) do leaves[place] = math.ceil(leaveOf(place) - now) end
  end
  return { epoch, seq, math.ceil(wait), ids, leaves, elsewhere }`)

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
  local function countOf(owner)
    local held = 0
    for _, call in ipairs(live) do if call.owner == owner then held = held + 1 end end
    return held
  end
  local function isBehind(owner) return lane == 1 and owner and share and countOf(owner) >= share end
  local function countTurns(place)
    local turns = 0
    for _, row in ipairs(others) do
      if (row[place] or 0) > 0 and row[5] < mine[5] then turns = turns + 1 end
    end
    return turns
  end
  local function waitForOthersShare()
    local owners, claimed, first = {}, 0, nil
    local function soonest(leaves) first = math.min(first or leaves, leaves) end
    for _, call in ipairs(live) do
      if call.owner then
        local known = owners[call.owner] or { held = 0, first = call.leaves }
        known.held, known.latest = known.held + 1, call.leaves
        owners[call.owner] = known
      else
        claimed = claimed + 1
        soonest(call.leaves)
      end
    end
    for _, known in pairs(owners) do
      claimed = claimed + math.max(known.held, share)
      soonest(known.held >= share and known.first or known.latest)
    end
    claimed = math.min(claimed, #live + math.floor(limit / 2))
    return claimed < limit and 0 or math.min(first, now + window) - now
  end
  local function spreadRest()
    local free, pace, leave = limit - #live, window / limit, leaveOf(1)
    local last = math.max(number("background"), now - window)
    return math.max(last + pace, math.min(last + (leave - last) / free, leave - 1.5 * pace)) - now
  end
  local function waitInBackground()
    local half, spare = math.floor(limit / 2), math.floor(limit / 5)
    local personUntil = number("person") + window
    if personUntil > now then
      local held = {}
      for _, call in ipairs(live) do if call.lane ~= "person" then held[#held + 1] = call.leaves end end
      if #held < half and #live < limit - spare then return 0 end
      local first = #held < half and leaveOf(#live - limit + spare + 1) or held[#held - half + 1]
      return math.min(first or personUntil, now + window, personUntil) - now
    end
    return #live < half and 0 or spreadRest()
  end
  local function waitForTurn(owner)
    local room, behind = waitForRoom(), isBehind(owner)
    for higher = 1, behind and 1 or lane - 1 do
      if elsewhere[higher] > 0 then return room + yield end
    end
    if room > 0 then return room + turn * countTurns(behind and 6 or lane) end
    if lane > 1 then return waitInBackground() end
    if not behind then return 0 end
    local wait = waitForOthersShare()
    return wait > 0 and wait or spreadRest()
  end`

/** ARGV from 5: lane (1 to 3), count, instance, its demands, of the persons who are behind last, known epoch and number, a new epoch, milliseconds of yield, turn and grace, how many in the first lane are no persons, the share and, where there is one, whose each call is. */
export const takeScript = createScript(`${prelude}
  local lane, count, instance = tonumber(ARGV[5]), tonumber(ARGV[6]), ARGV[7]
  local demand = { tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]) }
  local knownEpoch, knownSeq, newEpoch = ARGV[12], tonumber(ARGV[13]), ARGV[14]
  local yield, turn, grace = tonumber(ARGV[15]), tonumber(ARGV[16]), tonumber(ARGV[17])
  local quiet, share = tonumber(ARGV[18]), tonumber(ARGV[19])
  local function ownerOf(place)
    local owner = ARGV[19 + place]
    if owner ~= "" then return owner end
  end
  ${findLoss}
  ${readCalls}
  ${readDemands}
  ${waitRule}
  if demand[1] > quiet then redis.call("HSET", state, "person", text(now)) end
  local ids, wait = {}, 0
  while #ids < count do
    local owner = ownerOf(#ids + 1)
    wait = math.max(waitForTurn(owner), 0)
    if wait > 0 then break end
    local behind = isBehind(owner)
    if lane > 1 or behind then redis.call("HSET", state, "background", text(now)) end
    local place = behind and 4 or lane
    if lane == 1 and demand[place] == 0 then place = 5 - place end
    demand[place] = math.max(0, demand[place] - 1)
    seq = seq + 1
    local id = epoch .. ":" .. seq .. ":" .. (owner and owner .. ":" or "") .. lanes[lane]
    redis.call("ZADD", calls, text(longest), id)
    live[#live + 1] = { lane = lanes[lane], owner = owner, leaves = longest }
    ids[#ids + 1] = id
    mine[5] = now
  end
  redis.call("HSET", state, "seq", seq, "seen", text(now), "held", redis.call("ZCARD", calls))
  local ends = now + wait + grace
  if demand[1] + demand[2] + demand[3] + demand[4] == 0 then ends = now + window end
  local row = { demand[1], demand[2], demand[3], text(ends), text(mine[5]), demand[4] }
  redis.call("HSET", demands, instance, table.concat(row, " "))
  local leaves = {}
  if wait > 0 then
    for place = 1, math.min(#live, 500) do leaves[place] = math.ceil(leaveOf(place) - now) end
  end
  local counts = {}
  for place = 1, #ARGV - 19 do counts[place] = ownerOf(place) and countOf(ownerOf(place)) or 0 end
  return { epoch, seq, math.ceil(wait), ids, leaves, elsewhere, counts }`)

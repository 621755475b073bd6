import { countRoom, prelude, readCallsScript, readDemands } from "./call-log-scripts"
import { createScript } from "./script"

/**
 * Stored times go back with a clock that was set back. A log that lost calls is detected by what callers
 * know of it: another epoch, a lower number, or fewer calls than were stored. It is then paused until all
 * that may be missing have left.
 */
const findLoss = `
  local whole = window + inFlight
  local epoch, seq = redis.call("HGET", state, "epoch"), number("seq")
  if not epoch then
    redis.call("DEL", calls, demands)
    epoch, seq = newEpoch, 0
    redis.call("HSET", state, "epoch", epoch, "created", text(now), "held", 0)
  end
  local back = math.max(number("seen") - now, 0)
  if back > 0 then
    redis.call("DEL", demands)
    for _, name in ipairs({ "paused", "person", "background", "behind" }) do
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

/** How long from now until a call of the class may go: 1 to 3 for person, export and sync, 4 for persons over their share; `lib/platform/governor/call-log.test.ts` has each rule. */
const waitRule = `
  local half, spare, pace = math.floor(limit / 2), math.floor(limit / 5), window / limit
  local function countOf(owner)
    local held = 0
    for _, call in ipairs(live) do if call.owner == owner then held = held + 1 end end
    return held
  end
  local function shareNow(owner)
    if not share or #live < half then return share end
    local known, people = {}, 1
    for _, call in ipairs(live) do
      if call.owner and call.owner ~= owner and not known[call.owner] then
        known[call.owner], people = true, people + 1
      end
    end
    return math.min(share, math.max(1, math.ceil((limit - reserved) / people)))
  end
  local function isOverShare(owner) return priority == 1 and owner and share and countOf(owner) >= shareNow(owner) end
  local function countInstancesBefore(class)
    local count = 0
    for _, row in ipairs(others) do
      if (row[class] or 0) > 0 and row[5] < mine[5] then count = count + 1 end
    end
    return count
  end
  local function reserveLeft()
    local waits = demand[2] + demand[3] + elsewhere[2] + elsewhere[3] > 0
    return waits and math.max(0, reserved - background) or 0
  end
  local function waitForOthers(free, minShare)
    local held, used, missing = {}, 0, 0
    for _, call in ipairs(live) do
      if call.owner then held[call.owner] = (held[call.owner] or 0) + 1 end
    end
    for _, count in pairs(held) do
      if count < minShare then used, missing = used + count, missing + minShare - count end
    end
    local wanted = priority == 1 and math.max(math.min(half - used, missing), math.floor(limit / 20)) or 0
    if free <= wanted then return leaveOf(1) - now end
    local rate = used / math.max(window - (leaveOf(1) - now), window / 10)
    for index = 1, #live do
      if free - wanted - 2 + index < rate * (leaveOf(index) - now) then
        return math.min(leaveOf(1) - now, pace / 2)
      end
    end
    return 0
  end
  local function spreadRest(free, minPace)
    local leave = leaveOf(1)
    local last = math.max(number(priority == 1 and "behind" or "background"), now - window)
    return math.max(last + minPace, math.min(last + (leave - last) / free, leave - 1.5 * pace)) - now
  end
  local function leaveOfBackground(max)
    local index = background - max
    for _, call in ipairs(live) do
      if call.priority ~= "person" then
        if index == 0 then return math.min(call.leaves, now + window) end
        index = index - 1
      end
    end
    return now
  end
  local function waitForOwn(room)
    if reserved == 0 or priority == 3 and demand[2] + elsewhere[2] > 0 then return math.huge end
    local ready = room
    if #live >= limit - spare then ready = math.max(ready, number("background") + 8 * pace) end
    if background >= reserved then ready = math.max(ready, leaveOfBackground(reserved)) end
    return ready - now
  end
  local function waitForWhatIsLeft()
    local free, personUntil = limit - #live, number("person") + window
    if personUntil <= now then
      local own = priority == 3 and demand[2] + elsewhere[2] > 0 and 0 or reserved
      return #live < math.max(own, 1) and 0 or spreadRest(free, 0.9 * pace)
    end
    if background >= half or free <= spare then
      local leave = background < half and leaveOf(spare - free + 1) or leaveOfBackground(half)
      return math.min(leave, now + window, personUntil) - now
    end
    local wait = waitForOthers(free - spare, math.max(1, math.floor(limit / 10)))
    return wait > 0 and wait or spreadRest(free - spare, 2 * pace)
  end
  local function yieldTime(class)
    if class > 1 and class < 4 and demand[1] > 0 or class == 3 and demand[2] > 0 then return window end
    if class > 1 and elsewhere[1] > 0 or class == 3 and elsewhere[2] > 0 then return yield end
    return 0
  end
  local function waitForSlot(owner)
    local class = isOverShare(owner) and 4 or priority
    local reservedSlots = priority == 1 and reserveLeft() or 0
    local room = math.max(roomFor(reservedSlots), paused)
    local own = priority > 1 and waitForOwn(room) or math.huge
    local yielding = yieldTime(class)
    if yielding > 0 then return math.min(own, room - now + yielding) end
    if room > now then
      return math.min(own, room - now + turn * countInstancesBefore(class == 4 and 6 or class))
    end
    if class == 1 then return 0 end
    if class < 4 then return math.min(own, waitForWhatIsLeft()) end
    local free = limit - reservedSlots - #live
    local wait = waitForOthers(free, shareNow(owner))
    return wait > 0 and wait or spreadRest(free, 0.9 * pace)
  end`

/** ARGV from 6: priority (1 to 3), count, instance, its demands, that of persons over their share last, known epoch and number, a new epoch, milliseconds of yield, turn and grace, how many person calls are unattended, the share and, where there is one, each call's owner. */
export const takeScript = createScript(`${prelude}
  local priority, count, instance = tonumber(ARGV[6]), tonumber(ARGV[7]), ARGV[8]
  local demand = { tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12]) }
  local knownEpoch, knownSeq, newEpoch = ARGV[13], tonumber(ARGV[14]), ARGV[15]
  local yield, turn, grace = tonumber(ARGV[16]), tonumber(ARGV[17]), tonumber(ARGV[18])
  local unattended, share = tonumber(ARGV[19]), tonumber(ARGV[20])
  local function ownerOf(index)
    local owner = ARGV[20 + index]
    if owner ~= "" then return owner end
  end
  ${findLoss}
  ${readCallsScript}
  ${readDemands}
  ${countRoom}
  ${waitRule}
  if demand[1] > unattended then redis.call("HSET", state, "person", text(now)) end
  local ids, wait = {}, 0
  while #ids < count do
    local owner = ownerOf(#ids + 1)
    wait = math.max(waitForSlot(owner), 0)
    if wait > 0 then break end
    local overShare = isOverShare(owner)
    if priority > 1 or overShare then
      redis.call("HSET", state, overShare and "behind" or "background", text(now))
    end
    local class = overShare and 4 or priority
    if priority == 1 and demand[class] == 0 then class = 5 - class end
    demand[class] = math.max(0, demand[class] - 1)
    seq = seq + 1
    local id = epoch .. ":" .. seq .. ":" .. (owner and owner .. ":" or "") .. priorities[priority]
    redis.call("ZADD", calls, text(maxLeave), id)
    live[#live + 1] = { priority = priorities[priority], owner = owner, leaves = maxLeave }
    if priority > 1 then background = background + 1 end
    ids[#ids + 1] = id
    mine[5] = now
  end
  redis.call("HSET", state, "seq", seq, "seen", text(now), "held", redis.call("ZCARD", calls))
  local ends = now + wait + grace
  if (priority > 1 or #ids < count and isOverShare(ownerOf(#ids + 1))) and demand[1] > 0 then
    ends = math.max(mine[4], now + grace)
  end
  if demand[1] + demand[2] + demand[3] + demand[4] == 0 then ends = now + window end
  local row = { demand[1], demand[2], demand[3], text(ends), text(mine[5]), demand[4] }
  redis.call("HSET", demands, instance, table.concat(row, " "))
  local leaves = {}
  if wait > 0 then
    for index = 1, math.min(#live, 500) do leaves[index] = math.ceil(leaveOf(index) - now) end
  end
  local counts = {}
  for index = 1, #ARGV - 20 do counts[index] = ownerOf(index) and countOf(ownerOf(index)) or 0 end
  local currentShare = shareNow(ownerOf(math.min(#ids + 1, count))) or 0
  return { epoch, seq, math.ceil(wait), ids, leaves, elsewhere, counts, currentShare }`)

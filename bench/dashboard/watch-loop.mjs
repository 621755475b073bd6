// Preloaded into the dashboard: told `{ watchLoop: true }` it times the turns of its event loop, told `false` it answers
// `{ loopTurns }`. A turn has milliseconds by the clock, and the processor's time of the main thread alone where the system
// tells it (Linux): what other programs took in between is in the first only.
import { openSync, readSync } from "node:fs"

const read = Buffer.alloc(96)
let counters
try {
  counters = openSync("/proc/thread-self/schedstat", "r")
} catch {
  // Another system.
}

function readBusyMs() {
  if (counters === undefined) return undefined
  const length = readSync(counters, read, 0, read.length, 0)
  return Number(read.toString("latin1", 0, length).split(" ", 1)[0]) / 1e6
}

let timer
let turns = []
let last = 0
let lastBusy

function note() {
  const [now, busy] = [performance.now(), readBusyMs()]
  turns.push([now - last, busy === undefined ? undefined : busy - lastBusy])
  last = now
  lastBusy = busy
}

process.on("message", ({ watchLoop }) => {
  clearInterval(timer)
  if (watchLoop === false) process.send({ loopTurns: turns })
  if (watchLoop !== true) return
  turns = []
  last = performance.now()
  lastBusy = readBusyMs()
  timer = setInterval(note, 1)
})

import { firstMs, timeLimitMs } from "./time-text"

const timestamptzOid = 1184
/** 2000-01-01, PostgreSQL's epoch. */
const epochMs = 946_684_800_000
const [headBytes, itemBytes] = [20, 12]
const wordSize = 2 ** 32

/**
 * Writes a moment as microseconds, in two halves: doubles are not exact at this size, and bigints
 * take five times as long.
 */
function writeMoment(view: DataView, at: number, ms: number): void {
  if (ms < firstMs || ms >= timeLimitMs) {
    view.setInt32(at, ms < firstMs ? -(2 ** 31) : 2 ** 31 - 1)
    view.setUint32(at + 4, ms < firstMs ? 0 : wordSize - 1)
    return
  }
  const since = ms - epochMs
  const high = Math.floor(since / wordSize)
  const low = (since - high * wordSize) * 1000
  const carried = Math.floor(low / wordSize)
  view.setInt32(at, high * 1000 + carried)
  view.setUint32(at + 4, low - carried * wordSize)
}

/**
 * Moments in milliseconds in PostgreSQL's binary format of a `timestamptz[]`, including those that
 * `timeText` prints as infinity. As texts, hundreds of edges cost more to print and parse than the
 * query itself.
 */
export function edgeArray(edges: readonly number[]): Buffer {
  const view = new DataView(new ArrayBuffer(headBytes + itemBytes * edges.length))
  view.setInt32(0, 1)
  view.setInt32(8, timestamptzOid)
  view.setInt32(12, edges.length)
  view.setInt32(16, 1)
  let at = headBytes
  for (const edge of edges) {
    view.setInt32(at, 8)
    writeMoment(view, at + 4, edge)
    at += itemBytes
  }
  return Buffer.from(view.buffer)
}

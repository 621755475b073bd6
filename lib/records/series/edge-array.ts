import { firstMs, timeLimitMs } from "./time-text"

const timestamptzOid = 1184
/** 2000-01-01, from which PostgreSQL counts. */
const epochMs = 946_684_800_000
const [headBytes, itemBytes] = [20, 12]
const [earliest, latest] = [-(2n ** 63n), 2n ** 63n - 1n]

function microseconds(ms: number): bigint {
  if (ms < firstMs) return earliest
  return ms < timeLimitMs ? BigInt(ms - epochMs) * 1000n : latest
}

/**
 * Moments in milliseconds as PostgreSQL's own form of a `timestamptz[]`, those that `timeText` calls
 * infinite too. Hundreds of edges as texts cost more to print and to read than the answer about them.
 */
export function edgeArray(edges: readonly number[]): Buffer {
  const bytes = Buffer.alloc(headBytes + itemBytes * edges.length)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(timestamptzOid, 8)
  bytes.writeInt32BE(edges.length, 12)
  bytes.writeInt32BE(1, 16)
  for (const [index, edge] of edges.entries()) {
    const at = headBytes + itemBytes * index
    bytes.writeInt32BE(8, at)
    bytes.writeBigInt64BE(microseconds(edge), at + 4)
  }
  return bytes
}

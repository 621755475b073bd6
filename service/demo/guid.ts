import { type Key, streamOf } from "./random"

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

function printBits(bits: number): string {
  return `${hex[bits >>> 24]}${hex[(bits >>> 16) & 255]}${hex[(bits >>> 8) & 255]}${hex[bits & 255]}`
}

/** A lower-case version-4 guid derived from the key. */
export function guidOf(...key: Key): string {
  const stream = streamOf("guid", ...key)
  const [a, b, c, d] = [stream.bits(), stream.bits(), stream.bits(), stream.bits()]
  const second = printBits((b & 0xffff0fff) | 0x4000)
  const third = printBits((c & 0x3fffffff) | 0x80000000)
  return `${printBits(a)}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${printBits(d)}`
}

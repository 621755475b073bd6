/** Distinguishes random streams: `["view", postId, 17]`. */
export type Key = readonly (string | number)[]

type State = [number, number, number, number]

/** A 128-bit hash of a text (MurmurHash3-style mixing). Not for secrets. */
function hashText(text: string): State {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  return [a ^ b ^ c ^ d, b, c, d]
}

/** The item at a wrapped index. Throws on an empty list. */
export function cycle<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${items.length}.`)
  return item
}

/**
 * Repeatable random numbers (sfc32). Equal keys give equal streams, whatever was drawn elsewhere.
 */
export class RandomStream {
  private a: number
  private b: number
  private c: number
  private d: number

  constructor(key: Key) {
    ;[this.a, this.b, this.c, this.d] = hashText(`nordlys/${key.join("/")}`)
    for (let round = 0; round < 8; round++) this.bits()
  }

  /** 32 random bits as an unsigned integer. */
  bits(): number {
    const sum = (this.a + this.b + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** At least 0, below 1. */
  fraction(): number {
    return this.bits() / 4294967296
  }

  /** An integer from low to high, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<T>(items: readonly T[]): T {
    return cycle(items, this.whole(0, items.length - 1))
  }

  /** One of the names, with a probability proportional to its weight. */
  weighted<T extends string>(weights: { readonly [K in T]: number }): T {
    const entries = Object.entries(weights) as [T, number][]
    let rest = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      rest -= weight
      if (rest < 0) return name
    }
    return cycle(entries, entries.length - 1)[0]
  }

  /** The value, or null with the given probability. */
  orNull<T>(probability: number, value: T): T | null {
    return this.chance(probability) ? null : value
  }
}

export const streamOf = (...key: Key): RandomStream => new RandomStream(key)

/**
 * At least 0, below 1, from three integers. Random access where a stream per value would cost too
 * much.
 */
export function noise(seed: number, x: number, y: number): number {
  let mixed = seed ^ Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296
}

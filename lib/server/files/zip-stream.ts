import { pipeline } from "node:stream"
import { constants, crc32, createDeflateRaw } from "node:zlib"
import { BffError } from "../http/problem"

/** A file of an archive; its content is streamed. */
export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

interface Written {
  readonly name: Buffer
  readonly crc: number
  readonly size: number
  readonly packed: number
  readonly offset: number
}

const signatures = { entry: 0x04034b50, sizes: 0x08074b50, directory: 0x02014b50, end: 0x06054b50 }
/** Sizes follow the content, names are UTF-8, the content is deflated. */
const [version, flags, deflated] = [20, 0x0808, 8]
/** A fixed date, 1 January 1980, so that the same rows produce the same bytes. */
const date = 0x0021
/** Sizes and offsets have four bytes each. */
export const largestArchive = 0xffffffff
/** Length of the sizes after each content. */
const sizesBytes = 16

type Field = readonly [size: 2 | 4, value: number]

function record(...fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of fields) at = buffer.writeUIntLE(value, at, size)
  return buffer
}

const zeros = (size: 2 | 4, count: number): Field[] => Array(count).fill([size, 0])

/** The header before a content; its sizes are not known yet. */
const entryHead = (name: Buffer) =>
  Buffer.concat([
    record(
      [4, signatures.entry],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
      ...zeros(4, 3),
      [2, name.length],
      [2, 0],
    ),
    name,
  ])

const sizesOf = ({ crc, packed, size }: Written) =>
  record([4, signatures.sizes], [4, crc], [4, packed], [4, size])

const directoryLine = ({ name, crc, packed, size, offset }: Written) =>
  Buffer.concat([
    record(
      [4, signatures.directory],
      [2, version],
      [2, version],
      [2, flags],
      [2, deflated],
      [2, 0],
      [2, date],
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      ...zeros(2, 4),
      [4, 0],
      [4, offset],
    ),
    name,
  ])

const endOf = (count: number, size: number, offset: number) =>
  record(
    [4, signatures.end],
    ...zeros(2, 2),
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  )

/**
 * Streams an archive with constant memory; throws `file_too_large` as soon as it, or a file in it,
 * exceeds `largest` bytes.
 */
export async function* zipStream(
  entries: Iterable<ZipEntry>,
  largest = largestArchive,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const start = offset
    let [crc, size, packed] = [0, 0, 0]
    async function* counted() {
      for await (const part of entry.content) {
        crc = crc32(part, crc)
        size += part.length
        yield part
      }
    }
    const head = entryHead(name)
    yield head
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
    pipeline(counted(), deflate, () => {})
    for await (const part of deflate as AsyncIterable<Buffer>) {
      packed += part.length
      const end = start + head.length + packed + sizesBytes
      if (Math.max(end, size) > largest) throw new BffError("file_too_large")
      yield part
    }
    const done = { name, crc, size, packed, offset: start }
    written.push(done)
    yield sizesOf(done)
    offset += head.length + packed + sizesBytes
  }
  const directory = Buffer.concat(written.map(directoryLine))
  yield directory
  yield endOf(written.length, directory.length, offset)
}

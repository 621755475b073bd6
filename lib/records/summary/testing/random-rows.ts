import {
  type Catalogue,
  type Field,
  type ListOperation,
  type RecordType,
  type Row,
  recordType,
  type ScalarType,
} from "@/lib/catalogue"
import type { StoredRow } from "../../copy-text"
import { createRandom } from "../../series/testing/random-points"
import { computedOf, type ModelRecord, membersOf, neededAbove } from "../../testing/model"

/** Makes random choices, always the same ones for a seed. */
export function createChooser(seed: number) {
  const next = createRandom(seed)
  const below = (count: number) => Math.floor(next() * count)
  return {
    next,
    below,
    pick: <T>(from: readonly [T, ...T[]]): T => from[below(from.length)] ?? from[0],
    isOf: (share: number) => next() < share,
  }
}

export type Random = ReturnType<typeof createChooser>

const guid = (number: number) => `${`${number}`.padStart(8, "0")}-0000-4000-8000-000000000000`
const texts = ["", "a", "A", "ä", "b b", "100 %", "Ω", "😀", "x_y", "Approved", "=1+1"] as const

/** The UTC offsets of the tested zones, in hours. */
const offsets = [0, 1, 2, -4, -5, 5.5] as const

/** The start of a month in one of the zones, where buckets of every size start. */
function randomMidnight(random: Random): string {
  const midnight = Date.UTC(2024, 10 + random.below(16), 1) - random.pick(offsets) * 3_600_000
  return new Date(midnight).toISOString().slice(0, 19)
}

/** Times within 18 months with clock changes, some at midnight of a zone or with microseconds. */
function randomTime(random: Random): string {
  const start = Date.parse("2024-09-30T22:00:00Z")
  const hours = random.below(13_000)
  if (random.isOf(0.1)) return new Date(start + hours * 3_600_000).toISOString().slice(0, 19)
  if (random.isOf(0.25)) return randomMidnight(random)
  const at = new Date(start + hours * 3_600_000 + random.below(3_600_000)).toISOString()
  return random.isOf(0.5) ? at.slice(0, 19) : `${at.slice(0, 23)}${100 + random.below(800)}`
}

/**
 * Values whose sums are exact in any order. There are few of each, so that groups have several
 * rows.
 */
const values = {
  guid: (random, width) => guid(random.below(width)),
  string: (random) => random.pick(texts),
  url: () => null,
  boolean: (random) => random.isOf(0.3),
  integer: (random) => random.below(40) - 10,
  double: (random) => random.below(400) / 4 - 20,
  datetime: (random) => `${randomTime(random)}Z`,
  datetimeoffset: (random) => `${randomTime(random)}+00:00`,
  localdatetime: randomTime,
} as const satisfies Record<ScalarType, (random: Random, width: number) => unknown>

const widths = [4, 30, 400] as const

function randomValue(random: Random, field: Field, width: number): unknown {
  if (field.type === "array") return null
  if (!field.required && random.isOf(0.1)) return null
  if (field.type === "object")
    return Object.fromEntries(
      Object.entries(field.fields).map(([name, of]) => [name, randomValue(random, of, width)]),
    )
  return values[field.type](random, width)
}

const places = Array.from({ length: 5 }, (_, at) => guid(900 + at))

/** A parent record with the fields that the computed fields of its children need. */
interface RecordAbove {
  readonly stored: StoredRow
  /** The path of its children. */
  readonly path: Row
}

/** Parent records, some of them missing; none if no computed field needs them. */
function randomAbove(from: Catalogue, record: RecordType, random: Random): RecordAbove[] {
  const needed = neededAbove(from, record)
  if (!needed) return []
  const { scope } = recordType(from, needed.of)
  const paths = record.scope.reduce<Record<string, string>[]>(
    (all, name) => all.flatMap((path) => places.map((id) => ({ ...path, [name]: id }))),
    [{}],
  )
  return paths
    .filter(() => random.isOf(0.8))
    .map((path) => {
      const id = path[record.scope.at(-1) ?? ""]
      const own = Object.entries(needed.fields).map(([name, field]) => [
        name,
        randomValue(random, field, 30),
      ])
      const values = { id, ...Object.fromEntries(own) }
      const above = Object.fromEntries(scope.map((name) => [name, path[name] ?? ""]))
      return { path, stored: { scope: above, values } }
    })
}

export interface RandomRows {
  readonly stored: StoredRow[]
  /** The parent records to store. */
  readonly above: StoredRow[]
  readonly records: ModelRecord[]
}

/** Random rows of a list, in the forms for loading and for plain computation. */
export function randomRows(
  from: Catalogue,
  operation: ListOperation,
  { seed, count }: { readonly seed: number; readonly count: number },
): RandomRows {
  const random = createChooser(seed)
  const record = recordType(from, operation.record)
  const { fields, scope } = record
  const own = Object.entries(fields).filter(
    ([, { sameAs, deprecated }]) => sameAs === undefined && deprecated?.constant === undefined,
  )
  const above = randomAbove(from, record, random)
  const pathOf = (ids: Row) => scope.map((name) => ids[name]).join(" ")
  const aboveBy = new Map(above.map(({ path, stored }) => [pathOf(path), stored.values as Row]))
  const stored: StoredRow[] = []
  const records: ModelRecord[] = []
  for (let index = 0; index < count; index += 1) {
    const place = Object.fromEntries(scope.map((name) => [name, places[random.below(5)] ?? ""]))
    const row: Row = Object.fromEntries(
      own.map(([name, field], at) => [
        name,
        name === "id" ? guid(index) : randomValue(random, field, widths[at % 3] ?? 4),
      ]),
    )
    stored.push({ scope: place, values: row })
    const computed = computedOf(record, row, aboveBy.get(pathOf(place)))
    const values = { ...place, ...row, ...computed, ...membersOf(record, row) }
    records.push({ values, sent: row, index })
  }
  return { stored, above: above.map((each) => each.stored), records }
}

import { type Catalogue, type Field, type Fields, recordType } from "@/lib/catalogue"
import type { StoredRow } from "@/lib/records"
import { guidOf } from "../../testing/small-data"

const controls = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join("")

/** Text that no compression shortens, so that PostgreSQL keeps it outside its row. */
const noise = (length: number): string => {
  const parts = Array.from({ length: Math.ceil(length / 36) }, (_, index) =>
    guidOf(`noise ${index}`),
  )
  return parts.join("").slice(0, length)
}

/** Texts that are hard to write as JSON, or to store. */
export const difficultTexts = [
  `quotes " and ' and \\ and \\\\" and / and </script>`,
  controls,
  "\u007f\u0080\u009f\u00a0\u00ad",
  "\u2028 and \u2029",
  "😀 👩‍👩‍👧 \u{10ffff}",
  "half \ud83d and \ude00 turned \ude00\ud83d",
  "\ufeffmark \ufffe \uffff \u200b\u202e",
  "\\u0000 \\n \\N \\. \\x41",
  "line\nline\r\nline\ttab\vtab\fform\bback",
  "",
  " ",
  "null",
  "é e\u0301 ß ẞ İ ı",
  `${'\\"\n\u0001😀'.repeat(200)}`,
  noise(12_000),
  `${noise(499)}😀 behind`,
  "x".repeat(9000),
]

const doubles = [
  1e21, 1e15, 999999999999999, 123456789012345680, 1e-7, 0.000001, 0.0001, 0.1, -0, 0, 5e-324,
  1.7976931348623157e308, -1.7976931348623157e308, 2.2250738585072014e-308, 0.30000000000000004,
  1e16, 12345.678, 100,
]

/** Integers at the edges of what numbers and columns hold. */
export const difficultIntegers = [
  2 ** 53,
  -(2 ** 53),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 62,
  -(2 ** 62),
  0,
  -0,
  -1,
  2 ** 31,
]

const times = [
  "0001-01-01T00:00:00",
  "9999-12-31T23:59:59.9999999",
  "2024-02-29T12:30:45.1",
  "2024-02-29T12:30:45.12",
  "2024-02-29T12:30:45.123",
  "2024-02-29T12:30:45.1234",
  "2024-02-29T12:30:45.12345",
  "2024-02-29T12:30:45.123456",
  "2024-02-29T12:30:45.1234567",
  "2024-02-29T12:30:45.100000",
  "2024-02-29T12:30:45.0000001",
  "1883-11-18T12:03:58",
  "1969-12-31T23:59:59.999999",
  "0999-06-15T00:00:00.01",
]

const zoned = [
  ...times.map((time) => `${time}Z`),
  "2024-03-31T02:30:00+05:45",
  "2024-03-31T02:30:00.5-14:00",
  "0001-01-01T14:00:00+14:00",
  "9999-12-31T09:59:59.999999-14:00",
  "2024-03-31",
]

const scalars = {
  guid: [guidOf("some"), guidOf("other").toUpperCase(), "00000000-0000-0000-0000-000000000000"],
  string: difficultTexts,
  url: [null],
  boolean: [true, false],
  integer: difficultIntegers,
  double: doubles,
  datetime: zoned,
  datetimeoffset: zoned,
  localdatetime: times,
} as const

/** How many records of each type: every value of every field comes once at least. */
export const difficultCount = 24

function fieldValue(field: Field, start: number): unknown {
  if (field.type === "object") return start % 5 === 4 ? {} : fieldValues(field.fields, start)
  if (field.type === "array") {
    const items = [0, 1, 2].map((index) => fieldValue(field.items, start + index))
    return [[], items, [null], [null, ...items.slice(1), null], items.slice(0, 1)][start % 5]
  }
  const values: readonly unknown[] = scalars[field.type]
  return values[start % values.length]
}

const isStored = ({ sameAs, deprecated }: Field) => sameAs === undefined && deprecated === undefined

function fieldValues(fields: Fields, start: number): Record<string, unknown> {
  const stored = Object.entries(fields).filter(([, field]) => isStored(field))
  return Object.fromEntries(
    stored.map(([name, field], index) => [
      name,
      (start + index) % 11 === 10 ? null : fieldValue(field, start + index),
    ]),
  )
}

/** Records of one type with what is hard to write as JSON in every field, one of nulls and one of empty values. */
export function difficultRecords(
  catalogue: Catalogue,
  recordName: string,
  scope: StoredRow["scope"] = {},
): StoredRow[] {
  const { fields, hidden } = recordType(catalogue, recordName)
  const id = (index: number) =>
    fields["id"] && { id: guidOf(`difficult ${recordName} ${index}`).toUpperCase() }
  const all = Array.from({ length: difficultCount }, (_, index) =>
    fieldValues({ ...fields, ...hidden }, index),
  )
  return [...all, {}].map((values, index) => ({ scope, values: { ...values, ...id(index) } }))
}

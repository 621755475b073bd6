/**
 * The scalar types of fields and query properties (specification 2 and 4). `localdatetime` is its
 * "timestamp without offset", and `url` a string with the address of a record or file.
 */
export const scalarTypes = [
  "guid",
  "string",
  "url",
  "boolean",
  "integer",
  "double",
  "datetime",
  "datetimeoffset",
  "localdatetime",
] as const

export type ScalarType = (typeof scalarTypes)[number]

/** A time by field name, of the record itself or of its parent record. */
export type RecordTime = string | { readonly of: string; readonly field: string }

interface FieldNotes {
  /** Never null in the service's own data. Readers accept null everywhere (specification 2). */
  readonly required?: true
  /**
   * Known values, which have names in the interface. Readers accept others (specification 3,
   * decisions "Values").
   */
  readonly values?: readonly string[]
  /** The other name under which the same value is sent (decisions "Names said in two ways"). */
  readonly sameAs?: string
  /** A deprecated field, its replacement, and its constant value (specification 9.4). */
  readonly deprecated?: { readonly note: string; readonly constant: boolean | null }
  /** Number of days between these two times. Null if either is null. */
  readonly daysBetween?: readonly [from: RecordTime, to: RecordTime]
  /**
   * Whole days since this time, while the other one is null. Evaluated when read, so that nothing
   * filters or sorts by it.
   */
  readonly daysSince?: { readonly time: string; readonly unless: string }
  /**
   * Number of distinct values of a field in the child rows that have a value in `filled`. Null
   * until those are copied.
   */
  readonly countUnder?: {
    readonly of: string
    readonly distinct: string
    readonly filled: string
  }
  /** The value of a field of the parent record. */
  readonly ofAbove?: { readonly of: string; readonly field: string }
  /**
   * Where the person whose id a field holds works, according to the names file: their department,
   * or its region.
   */
  readonly placeOf?: { readonly user: string; readonly place: "department" | "region" }
  /**
   * The by-id operation whose URL this field carries. Without it, a `url` field is null or
   * external.
   */
  readonly link?: string
}

export interface ScalarField extends FieldNotes {
  readonly type: ScalarType
}

export interface ObjectField extends FieldNotes {
  readonly type: "object"
  readonly fields: Fields
}

export interface ArrayField extends FieldNotes {
  readonly type: "array"
  readonly items: Field
}

export type Field = ScalarField | ObjectField | ArrayField

/**
 * A record's fields in the order of the specification, which is also the order in which the service
 * sends them.
 */
export type Fields = { readonly [name: string]: Field }

export const isDays = ({ daysBetween, daysSince }: FieldNotes): boolean =>
  daysBetween !== undefined || daysSince !== undefined

export const isScalar = (field: Field): field is ScalarField =>
  field.type !== "object" && field.type !== "array"

/**
 * Whether a field carries an API URL, which only programs follow: the record's own, or that of a
 * record referenced by an adjacent id field.
 */
export const isApiAddress = (fields: Fields, name: string): boolean =>
  fields[name]?.type === "url" &&
  (name === "url" || Object.hasOwn(fields, name.replace(/Url$/, "Id")))

/** The TypeScript type of a field's JSON value. */
export type ValueOf<F extends Field> = F extends ArrayField
  ? ValueOf<F["items"]>[] | null
  : F extends ObjectField
    ? RecordOf<F["fields"]> | null
    : F extends { type: "boolean" }
      ? boolean | null
      : F extends { type: "integer" | "double" }
        ? number | null
        : string | null

/** The TypeScript type of a record with these fields. */
export type RecordOf<F extends Fields> = {
  -readonly [K in keyof F as string extends K ? never : K]: ValueOf<F[K]>
}

const scalar =
  <T extends ScalarType>(type: T) =>
  <const N extends FieldNotes = FieldNotes>(notes?: N) =>
    ({ type, ...notes }) as { readonly type: T } & N

export const guid = scalar("guid")
export const string = scalar("string")
export const url = scalar("url")
export const boolean = scalar("boolean")
export const integer = scalar("integer")
export const double = scalar("double")
export const datetime = scalar("datetime")
export const datetimeoffset = scalar("datetimeoffset")
export const localdatetime = scalar("localdatetime")

export const object = <const F extends Fields>(fields: F) => ({ type: "object", fields }) as const
export const array = <const I extends Field, const N extends FieldNotes = FieldNotes>(
  items: I,
  notes?: N,
) => ({ type: "array", items, ...notes }) as { readonly type: "array"; readonly items: I } & N

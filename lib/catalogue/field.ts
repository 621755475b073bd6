/** The scalar types the specification names for fields and query properties (section 2 and 4); `localdatetime` is its "timestamp without offset" and `url` a string that addresses a record or file. */
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

/** A time by the name of its field, the record's own or that of the record under which its path lies. */
export type RecordTime = string | { readonly of: string; readonly field: string }

interface FieldNotes {
  /** Never null in the service's own data; readers accept null everywhere (specification 2). */
  readonly required?: true
  /** Value names the interface uses; readers accept others (specification 3, decisions "Values"). */
  readonly values?: readonly string[]
  /** The other name under which the same value is sent (decisions "Names said in two ways"). */
  readonly sameAs?: string
  /** A deprecated field, what to do instead, and the value it is fixed to (specification 9.4). */
  readonly deprecated?: { readonly note: string; readonly constant: boolean | null }
  /** How many days lie between these two times: null where one of them is. */
  readonly daysBetween?: readonly [from: RecordTime, to: RecordTime]
  /** How many whole days ago this time was, while another is not known; as of the moment of the read, so that nothing filters or sorts by it. */
  readonly daysSince?: { readonly time: string; readonly unless: string }
  /** How many different values a field has in the rows of another record that lie under this one and have a value in `filled`; null before those are copied. */
  readonly countUnder?: {
    readonly of: string
    readonly distinct: string
    readonly filled: string
  }
  /** The value of a field of the record under which this one lies. */
  readonly ofAbove?: { readonly of: string; readonly field: string }
  /** Where the person works whose id a field holds, as the file of names says: their department, or the region that it is in. */
  readonly placeOf?: { readonly user: string; readonly place: "department" | "region" }
  /** The by-id operation whose URL this field carries; without one a `url` field is null or foreign. */
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

/** A record's fields in the order in which the specification lists them and the service sends them. */
export type Fields = { readonly [name: string]: Field }

/** Whether a field's numbers count days. */
export const isDays = ({ daysBetween, daysSince }: FieldNotes): boolean =>
  daysBetween !== undefined || daysSince !== undefined

export const isScalar = (field: Field): field is ScalarField =>
  field.type !== "object" && field.type !== "array"

/** Whether a field carries the address of a record in the API, which only programs follow: the record's own, or that of what a field beside it names by id. */
export const isApiAddress = (fields: Fields, name: string): boolean =>
  fields[name]?.type === "url" &&
  (name === "url" || Object.hasOwn(fields, name.replace(/Url$/, "Id")))

/** The TypeScript value of a field as it travels in JSON. */
export type ValueOf<F extends Field> = F extends ArrayField
  ? ValueOf<F["items"]>[] | null
  : F extends ObjectField
    ? RecordOf<F["fields"]> | null
    : F extends { type: "boolean" }
      ? boolean | null
      : F extends { type: "integer" | "double" }
        ? number | null
        : string | null

/** The TypeScript shape of one record of these fields; only named fields count. */
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

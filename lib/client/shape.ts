/** Tells whether a value that came as JSON is what is expected; as zod's schemas do, which first loads go without. */
export interface Shape<T> {
  readonly safeParse: (
    value: unknown,
  ) => { readonly success: true; readonly data: T } | { readonly success: false }
}

/** What a shape's values are. */
export type Shaped<S> = S extends Shape<infer T> ? T : never

type Read<T> = (value: unknown) => T

class NoSuchShape extends Error {}

/** A shape that is also read as a part of others; `read` throws where a value is another. */
export interface ShapePart<T> extends Shape<T> {
  readonly read: Read<T>
}

const part = <T>(read: Read<T>): ShapePart<T> => ({
  read,
  safeParse(value) {
    try {
      return { success: true, data: read(value) }
    } catch {
      return { success: false }
    }
  },
})

const primitive = <T>(type: "string" | "number" | "boolean") =>
  part<T>((value) => {
    // What `typeof` says is what T stands for.
    if (typeof value === type) return value as T
    throw new NoSuchShape(type)
  })

export const text = primitive<string>("string")
export const number = primitive<number>("number")
export const flag = primitive<boolean>("boolean")

const readObject = (value: unknown): Readonly<Record<string, unknown>> => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new NoSuchShape("object")
  return value as Readonly<Record<string, unknown>>
}

/** Anything with names. */
export const object = part(readObject)

export const nullable = <T>({ read }: ShapePart<T>) =>
  part((value) => (value === null ? null : read(value)))

export const maybe = <T>({ read }: ShapePart<T>) =>
  part((value) => (value === undefined ? undefined : read(value)))

/** What cannot be read counts as absent. */
export const ifReadable = <T>({ safeParse }: ShapePart<T>) =>
  part((value) => {
    const read = safeParse(value)
    return read.success ? read.data : undefined
  })

export const listOf = <T>({ read }: ShapePart<T>) =>
  part((value): readonly T[] => {
    if (!Array.isArray(value)) throw new NoSuchShape("list")
    return value.map((each) => read(each))
  })

/** Values by names that nobody knows. */
export const valuesOf = <T>({ read }: ShapePart<T>) =>
  part(
    (value): Readonly<Record<string, T>> =>
      Object.fromEntries(
        Object.entries(readObject(value)).map(([name, each]) => [name, read(each)]),
      ),
  )

type Absent<Parts> = {
  [Name in keyof Parts]: undefined extends Shaped<Parts[Name]> ? Name : never
}[keyof Parts]

type Named<Parts> = {
  readonly [Name in Exclude<keyof Parts, Absent<Parts>>]: Shaped<Parts[Name]>
} & { readonly [Name in Absent<Parts>]?: Exclude<Shaped<Parts[Name]>, undefined> }

/** Known names with a shape each; others are left out. */
export const shape = <Parts extends Readonly<Record<string, ShapePart<unknown>>>>(parts: Parts) =>
  part((value) => {
    const from = readObject(value)
    const read = Object.entries(parts).map(([name, each]) => [name, each.read(from[name])] as const)
    return Object.fromEntries(read.filter(([, each]) => each !== undefined)) as Named<Parts>
  })

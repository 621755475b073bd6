import type { Field, Fields } from "../catalogue"

/** What a JSON value has to be: null does as well, and members that are absent or unknown. */
export interface Shape {
  readonly type: "any" | "string" | "number" | "boolean" | "array" | "object"
  readonly items: Shape | undefined
  readonly members: readonly Member[]
  readonly byName: ReadonlyMap<string, Member>
}

interface Member {
  readonly position: number
  /** As it is printed: `"name":`. */
  readonly printed: Uint8Array
  readonly shape: Shape
}

const scalarTypes = {
  guid: "string",
  string: "string",
  url: "string",
  boolean: "boolean",
  integer: "number",
  double: "number",
  datetime: "string",
  datetimeoffset: "string",
  localdatetime: "string",
} as const

// Every shape has the same properties: the scanner's code is compiled for one kind of object.
const plainShape = (type: Shape["type"], items?: Shape): Shape => ({
  type,
  items,
  members: [],
  byName: new Map(),
})

export const anyShape = plainShape("any")
export const stringShape = plainShape("string")
export const numberShape = plainShape("number")

/** The shape of an object of these fields. */
export function objectShape(fields: Fields): Shape {
  const members = Object.entries(fields).map(
    ([name, field], position): Member => ({
      position,
      printed: Buffer.from(`"${name}":`),
      shape: shapeOf(field),
    }),
  )
  const names = Object.keys(fields)
  const byName = new Map(members.map((member, position) => [names[position] ?? "", member]))
  return { ...plainShape("object"), members, byName }
}

function shapeOf(field: Field): Shape {
  if (field.type === "array") return plainShape("array", shapeOf(field.items))
  if (field.type === "object") return objectShape(field.fields)
  return plainShape(scalarTypes[field.type])
}

const code = (character: string) => character.charCodeAt(0)
const quote = code('"')
const backslash = code("\\")
const comma = code(",")
const colon = code(":")
const brace = code("{")
const bracket = code("[")
const [minus, plus, point, zero] = [code("-"), code("+"), code("."), code("0")]
const [letterE, letterF, letterN, letterT] = [code("e"), code("f"), code("n"), code("t")]
/** The byte that ends what one begins: `}` for `{`, `]` for `[`. */
const endOf = (opening: number) => opening + 2

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const literals = {
  null: Buffer.from("null"),
  true: Buffer.from("true"),
  false: Buffer.from("false"),
}
const shortEscapes: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt'))
const hexEscape = /^u[\da-fA-F]{4}/
/** A number of fewer characters and without an exponent is finite. */
const finiteLength = 300

/** JSON without the space between its tokens. */
export function compactJson(json: Buffer): Buffer {
  const compact = Buffer.allocUnsafe(json.length)
  let length = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (!isInText && isSpace(byte)) continue
    compact[length] = byte
    length += 1
    if (byte === quote) isInText = !isInText
    else if (byte === backslash && isInText) {
      at += 1
      compact[length] = json[at] ?? 0
      length += 1
    }
  }
  return compact.subarray(0, length)
}

/**
 * Reads JSON in UTF-8 byte by byte, without making values of it: as strictly as `JSON.parse`, and beside
 * that whether values have their shapes. A value's method begins at its first byte or the space before it,
 * and leaves `at` behind it. Throws `SyntaxError`.
 */
export class JsonScanner {
  /** The position of the next byte. */
  at: number
  /** True once there was space between tokens. */
  hasSpace = false
  /** False once there was what `JSON.stringify` would not write: escapes in a name, `__proto__`, an infinite number. */
  isPlain = true

  constructor(
    readonly bytes: Buffer,
    start = 0,
  ) {
    this.at = start
  }

  fail(): never {
    throw new SyntaxError(`There is no JSON at byte ${this.at}.`)
  }

  /** The next byte that is no space, 0 at the end. */
  peek(): number {
    let byte = this.bytes[this.at] ?? 0
    if (byte > 0x20) return byte
    while (isSpace(byte)) {
      this.hasSpace = true
      this.at += 1
      byte = this.bytes[this.at] ?? 0
    }
    return byte
  }

  /** Takes a byte that has to be there. */
  take(byte: number): void {
    if (this.peek() !== byte) this.fail()
    this.at += 1
  }

  /** Takes the opening byte; false where nothing is in between it and its end, which is taken too. */
  enter(opening: number): boolean {
    this.take(opening)
    if (this.peek() !== endOf(opening)) return true
    this.at += 1
    return false
  }

  /** Takes the comma after a member or an item, or the end, where it is false. */
  goesOn(opening: number): boolean {
    const byte = this.peek()
    this.at += 1
    if (byte === comma) return true
    if (byte === endOf(opening)) return false
    this.at -= 1
    return this.fail()
  }

  /** Nothing but space may follow. */
  end(): void {
    this.peek()
    if (this.at !== this.bytes.length) this.fail()
  }

  /** Reads a value and answers whether it has the shape. */
  value(shape: Shape): boolean {
    const { type } = shape
    const byte = this.peek()
    if (byte === quote) {
      this.string()
      return type === "string" || type === "any"
    }
    if (byte === brace && type === "object") return this.object(shape)
    if (byte === bracket && shape.items) return this.array(shape.items)
    if (byte === brace || byte === bracket) {
      this.skip()
      return type === "any"
    }
    if (byte === letterN && this.takes(literals.null)) return true
    if (byte === letterT && this.takes(literals.true)) return type === "boolean" || type === "any"
    if (byte === letterF && this.takes(literals.false)) return type === "boolean" || type === "any"
    const hasLimit = this.number()
    if (type === "number") return hasLimit
    if (!hasLimit) this.isPlain = false
    return type === "any"
  }

  /** Of members of the same name the last one counts. */
  private object({ members, byName }: Shape): boolean {
    let unfit: Set<Member> | undefined
    let position = 0
    for (let more = this.enter(brace); more; more = this.goesOn(brace)) {
      const member = this.member(members[position]) ?? byName.get(this.name())
      const fits = this.value(member?.shape ?? anyShape)
      if (!member) continue
      position = member.position + 1
      if (fits) unfit?.delete(member)
      else unfit = (unfit ?? new Set()).add(member)
    }
    return !unfit?.size
  }

  private array(items: Shape): boolean {
    let fits = true
    for (let more = this.enter(bracket); more; more = this.goesOn(bracket))
      fits = this.value(items) && fits
    return fits
  }

  /** The name and the colon of the member that is expected next, where it is the next one. */
  private member(expected: Member | undefined): Member | undefined {
    if (!expected) return undefined
    this.peek()
    return this.takes(expected.printed) ? expected : undefined
  }

  /** Takes a text where it is the next one. */
  private takes(text: Uint8Array): boolean {
    const { bytes, at } = this
    for (let index = 0; index < text.length; index += 1)
      if (bytes[at + index] !== text[index]) return false
    this.at = at + text.length
    return true
  }

  /** A member's name, with its colon. */
  name(): string {
    if (this.peek() !== quote) this.fail()
    const start = this.at
    const hasEscapes = this.string()
    const text = this.bytes.toString("utf8", start, this.at)
    const name: string = hasEscapes ? JSON.parse(text) : text.slice(1, -1)
    if (hasEscapes || name === "__proto__") this.isPlain = false
    this.take(colon)
    return name
  }

  /** A text with its quotes; answers whether it has escapes. */
  private string(): boolean {
    const { bytes } = this
    let at = this.at + 1
    let byte = bytes[at] ?? 0
    let hasEscapes = false
    while (byte !== quote) {
      if (byte < 0x20) {
        this.at = at
        this.fail()
      }
      if (byte === backslash) {
        hasEscapes = true
        at = this.escape(at + 1)
      }
      at += 1
      byte = bytes[at] ?? 0
    }
    this.at = at + 1
    return hasEscapes
  }

  /** The position of an escape's last byte, from that behind its backslash. */
  private escape(at: number): number {
    if (shortEscapes.has(this.bytes[at] ?? 0)) return at
    if (hexEscape.test(this.bytes.toString("latin1", at, at + 5))) return at + 4
    this.at = at
    return this.fail()
  }

  /** Answers whether it is finite. */
  private number(): boolean {
    const start = this.at
    this.takeAny(minus)
    if (!this.takeAny(zero)) this.digits()
    if (this.takeAny(point)) this.digits()
    if (this.takeAny(letterE, letterE - 0x20)) {
      this.takeAny(plus, minus)
      this.digits()
    } else if (this.at - start < finiteLength) return true
    return Number.isFinite(Number(this.bytes.toString("latin1", start, this.at)))
  }

  private takeAny(byte: number, other = byte): boolean {
    const next = this.bytes[this.at]
    if (next !== byte && next !== other) return false
    this.at += 1
    return true
  }

  private digits(): void {
    const { bytes } = this
    let at = this.at
    while (isDigit(bytes[at] ?? 0)) at += 1
    if (at === this.at) this.fail()
    this.at = at
  }

  /** An object or an array of which nothing is known, however deep. */
  private skip(): void {
    const open: number[] = []
    for (;;) {
      const byte = this.peek()
      if (byte === brace || byte === bracket) {
        if (this.enter(byte)) {
          open.push(byte)
          if (byte === brace) this.name()
          continue
        }
      } else this.value(anyShape)
      for (;;) {
        const opening = open.at(-1)
        if (opening === undefined) return
        if (this.goesOn(opening)) {
          if (opening === brace) this.name()
          break
        }
        open.pop()
      }
    }
  }
}

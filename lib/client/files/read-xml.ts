import { Parser } from "saxen"

/** An element with its contents; its name and attribute names have no prefixes. */
export interface XmlElement {
  readonly name: string
  readonly attributes: XmlAttributes
  readonly children: XmlElement[]
  text: string
}

export type XmlAttributes = Readonly<Record<string, string | undefined>>

/** The parts of a document to read, by paths such as `sst/si`. */
export interface XmlReading {
  /** Elements read completely, reported when they end. */
  readonly whole: Readonly<Record<string, (element: XmlElement) => void>>
  /** Elements reported when they begin. */
  readonly begin?: Readonly<Record<string, (attributes: XmlAttributes) => void>>
  /** These may only contain the elements above and extensions; anything else is an error. */
  readonly closed: readonly string[]
}

/** The most elements inside a completely read one. */
const elementLimit = 200_000

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le"
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be"
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const declared = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)/.exec(head)?.[1] ?? "utf-8"
  // Some programs declare the encoding of their memory, not of the file.
  return /^utf-?16/i.test(declared) ? "utf-8" : declared
}

/** Decodes a document; throws if its bytes do not match the declared encoding. */
function decode(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  return text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text
}

const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
])

function decodeEntity(_: string, hex?: string, decimal?: string, name?: string): string {
  if (name === undefined) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return String.fromCodePoint(code)
  }
  const text = entities.get(name)
  if (text === undefined) throw new TypeError("An entity is not known.")
  return text
}

const decodeEntities = (text: string) =>
  text.includes("&") ? text.replaceAll(/&(?:#x([\da-f]+);|#(\d+);|(\w+);)?/gi, decodeEntity) : text

const localName = (name: string) => name.slice(name.indexOf(":") + 1)

function readAttributes(written: Readonly<Record<string, string>>): XmlAttributes {
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(written)) {
    const local = localName(name)
    if (name.startsWith("xmlns") || (local !== name && local in written)) continue
    attributes[local] = decodeEntities(value)
  }
  return attributes
}

function refuse(error: Error | string): never {
  throw error instanceof Error ? error : new TypeError("A document type is not read.")
}

/** Builds a completely read element. */
function createTaken() {
  const open: XmlElement[] = []
  let count = 0
  return {
    isAny: () => open.length > 0,
    begin(name: string, attributes: XmlAttributes) {
      count = open.length === 0 ? 0 : count + 1
      if (count > elementLimit) throw new RangeError("An element holds too much.")
      const element = { name, attributes, children: [], text: "" }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    add(text: string) {
      const element = open.at(-1)
      if (element) element.text += text
    },
    /** Returns the element that is now complete. */
    end(): XmlElement | undefined {
      const element = open.pop()
      return open.length === 0 ? element : undefined
    },
  }
}

/**
 * The contents of these belong to their parent; the other choices are for programs that support
 * more.
 */
const transparent = new Set(["AlternateContent", "Fallback"])
const passedOver = new Set(["Choice", "extLst"])

/** Walks a document; anything ambiguous is an error. */
function createWalk({ whole, begin = {}, closed }: XmlReading) {
  const paths: string[] = []
  const taken = createTaken()
  let isChosen = true
  const isClosed = (path: string | undefined) => path !== undefined && closed.includes(path)

  return {
    open(written: string, attributesOf: () => Readonly<Record<string, string>>) {
      const name = localName(written)
      const parent = paths.at(-1)
      if (parent !== undefined && !taken.isAny() && transparent.has(name)) {
        isChosen = name === "Fallback"
        return paths.push(parent)
      }
      const path = parent === undefined ? name : `${parent}/${name}`
      paths.push(path)
      if (taken.isAny() || whole[path]) return taken.begin(name, readAttributes(attributesOf()))
      if (begin[path]) return begin[path](readAttributes(attributesOf()))
      if (isClosed(parent) && !passedOver.has(name)) throw new TypeError("An element is not known.")
    },
    close(written: string) {
      const path = paths.pop() ?? ""
      const element = taken.end()
      if (element) return whole[path]?.(element)
      if (localName(written) === "AlternateContent" && isClosed(path) && !isChosen)
        throw new TypeError("No choice is known.")
    },
    text(text: string) {
      taken.add(text)
      if (!taken.isAny() && isClosed(paths.at(-1)) && text.trim() !== "")
        throw new TypeError("A text stands where none may.")
    },
  }
}

/** Parses an XML document; throws if it is not well-formed, or has unsupported content. */
export function readXml(bytes: Uint8Array, reading: XmlReading) {
  const walk = createWalk(reading)
  new Parser()
    .on("openTag", walk.open)
    .on("closeTag", walk.close)
    .on("text", (text) => walk.text(decodeEntities(text)))
    .on("cdata", walk.text)
    .on("attention", refuse)
    .on("warn", refuse)
    .parse(decode(bytes))
}

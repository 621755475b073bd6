import { createHash } from "node:crypto"

const maxNameBytes = 63

/** A name as SQL takes it literally, whatever it holds. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A text of the catalogue's own as an SQL literal; what comes from a request is a parameter instead. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** `creationDateTime` → `creation_date_time`, the way tables and columns are named. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "")

/** A name that PostgreSQL does not cut: a long one ends in a digest of the whole. */
export function fitName(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 8)
  return `${name.slice(0, maxNameBytes - 9)}_${digest}`
}

/** Collects a statement's values; each `add` gives the placeholder that stands for it: `$1`, `$2`, … */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** A text as part of a `like` pattern, in which it stands for itself. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

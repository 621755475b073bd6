import { createHash } from "node:crypto"

const maxNameBytes = 63

/** A name as SQL takes it literally, whatever it holds. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * A constant of the catalogue as an SQL literal. Values from requests must be parameters instead.
 */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Naming of tables and columns: `creationDateTime` → `creation_date_time`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, "")

/** A name that PostgreSQL does not truncate: a long one ends in a digest of the whole. */
export function fitName(name: string): string {
  if (Buffer.byteLength(name) <= maxNameBytes) return name
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 8)
  return `${name.slice(0, maxNameBytes - 9)}_${digest}`
}

/** Collects a statement's values. Each `add` returns its placeholder: `$1`, `$2`, … */
export class Parameters {
  readonly values: unknown[] = []

  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** Escapes a text for a `like` pattern. */
export const escapeLike = (text: string): string =>
  text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

import { type Field, parseGuid } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { foldName } from "@/lib/client/files/department-keys"
import { kindOfField } from "../fields/field-kind"
import { type CellReading, readCell, readPhone } from "../import/read-cell"

export interface PastedCell {
  readonly id: string
  readonly text: string
}

/**
 * Assigns the lines of a pasted text to departments: by id, external id or name if the first of two
 * columns holds them, else to consecutive rows. Undefined for a single cell, which is pasted as
 * text.
 */
export function placeLines(
  pasted: string,
  rows: readonly TreeEntry[],
  from: number,
): PastedCell[] | undefined {
  const lines = pasted
    .replace(/(?:\r?\n)+$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t"))
  if (lines.length === 1 && lines[0]?.length === 1) return undefined
  if (lines.every((cells) => cells.length < 2))
    return lines.flatMap(([text = ""], at) => {
      const row = rows[from + at]
      return row && text.trim() !== "" ? [{ id: row.id, text }] : []
    })
  return lines.flatMap(([name = "", text = ""]) => {
    const found = rows.filter(
      (row) =>
        row.id === parseGuid(name) ||
        row.externalId === name.trim() ||
        foldName(row.name) === foldName(name),
    )
    const [only, another] = found
    return only && !another && text.trim() !== "" ? [{ id: only.id, text }] : []
  })
}

/** Returns the ids of people with a name. */
export type FindPeople = (name: string) => Promise<readonly string[]>

/** Parses a pasted cell for a field; it may hold a person's name or a complete phone number. */
export async function readPasted(
  name: string,
  field: Field,
  text: string,
  { findPeople, split }: { findPeople: FindPeople; split: Parameters<typeof readPhone>[2] },
): Promise<CellReading | undefined> {
  const kind = kindOfField(name, field)
  if (kind === "phone") {
    const read = readPhone(text, undefined, split)
    return read.kind === "value" && typeof read.value === "string" ? undefined : read
  }
  if (kind !== "user" || parseGuid(text.trim())) return readCell(field, text, undefined)
  const [only, another] = await findPeople(text.trim())
  return only !== undefined && another === undefined ? { kind: "value", value: only } : undefined
}

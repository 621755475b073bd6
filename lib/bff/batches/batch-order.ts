import "server-only"
import { setImmediate as pause } from "node:timers/promises"
import { z } from "zod"
import { type Problem, parseGuid } from "../../catalogue"
import { readPatchText } from "../../json-patch"
import { BffError } from "../problem"

/** The most that one batch may hold. */
export const batchLimits = {
  items: 5000,
  bytes: 16 * 1024 * 1024,
  /** Of the order's JSON: three for each item. */
  values: 20_000,
  titleCharacters: 200,
} as const

/** So many patches are looked at before others get their turn. */
const patchesAtOnce = 100

const problemsShown = 100

const guid = z.string().transform((text, context) => {
  const parsed = parseGuid(text)
  if (parsed === undefined) context.addIssue({ code: "custom", message: "must be a guid" })
  return parsed ?? z.NEVER
})

const unstorable = /[\0\p{Surrogate}]/u

const title = z
  .string()
  .trim()
  .min(1)
  .max(batchLimits.titleCharacters)
  .refine((text) => !unstorable.test(text), "must be text without NUL or broken Unicode")

const itemsOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(batchLimits.items)

/** A batch as it is ordered: one patch for each record, byte for byte. */
export const batchOrderSchema = z.strictObject({
  title,
  items: itemsOf(z.strictObject({ recordId: guid, patch: z.string() })),
  undoes: guid.optional(),
})

/** What becomes of a batch that is there; who is tried again has a patch of their own or the old one. */
export const batchChangeSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("stop") }),
  z.strictObject({ action: z.literal("resume") }),
  z.strictObject({
    action: z.literal("retry"),
    items: itemsOf(z.strictObject({ recordId: guid, patch: z.string().optional() })),
  }),
])

const faults = {
  too_large: "is larger than 64 KiB",
  cut_off: "is cut off",
  not_json: "is no JSON in UTF-8",
  malformed: "is no JSON Patch",
} as const

function patchProblem(text: string, parameter: string): Problem[] {
  const patch = readPatchText(text)
  if (patch.ok) return []
  const why = patch.code === "malformed" ? ` ${patch.problems[0]?.message ?? ""}` : ""
  return [{ parameter, message: `${parameter} ${faults[patch.code]}.${why}` }]
}

/** Each patch by the same rules as a single one, and each record once; throws `invalid_body` (400) with what is wrong. */
export async function requirePatches(
  items: readonly { readonly recordId: string; readonly patch?: string | undefined }[],
): Promise<void> {
  const seen = new Set<string>()
  const problems: Problem[] = []
  for (const [index, { recordId, patch }] of items.entries()) {
    const place = `items.${index}`
    if (index % patchesAtOnce === patchesAtOnce - 1) await pause()
    if (seen.has(recordId))
      problems.push({ parameter: place, message: `${place} is of a record that is there twice.` })
    seen.add(recordId)
    if (patch !== undefined) problems.push(...patchProblem(patch, `${place}.patch`))
    if (problems.length >= problemsShown) break
  }
  if (problems.length > 0) throw new BffError("invalid_body", { errors: problems })
}

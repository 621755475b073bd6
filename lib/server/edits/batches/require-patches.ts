import "server-only"
import { setImmediate as pause } from "node:timers/promises"
import type { Problem } from "../../../catalogue"
import { readPatchText } from "../../../json-patch"
import { BffError } from "../../http/problem"

/** So many patches are looked at before others get their turn. */
const patchesAtOnce = 100

const problemsShown = 100

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

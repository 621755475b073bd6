import { checkDepartment, type DepartmentSchemas, fixedDepartmentFields } from "@/lib/catalogue"
import {
  applyPatch,
  equalJson,
  findForbidden,
  type JsonPatchOperation,
  parsePointer,
  pointersOf,
  printPointer,
  writtenPointers,
} from "@/lib/json-patch"
import type { RecordEdit } from "@/lib/records"
import { ApiError } from "./errors"

interface PathProblem {
  readonly path: string
  readonly message: string
}

type Values = { readonly [field: string]: unknown }

function refusePatch(code: "patch_not_applicable" | "test_failed", problems: PathProblem[]) {
  const messages = new Map(problems.map(({ path, message }) => [path, message]))
  const details = [...messages].map(([path, message]) => ({ path, message }))
  const message = details[0]?.message
  return new ApiError(code, { ...(message !== undefined && { message }), details })
}

function describeUnpatchable(schemas: DepartmentSchemas, path: string): string | undefined {
  const field = parsePointer(path)?.[0]
  if (field === undefined) return "A department cannot be replaced as a whole."
  if (fixedDepartmentFields.includes(field)) return `${field} cannot be changed.`
  return Object.hasOwn(schemas, field) ? undefined : "A department has no such field."
}

/** Problems of a patch that can be found without the department. */
const findUnpatchable = (schemas: DepartmentSchemas, patch: readonly JsonPatchOperation[]) => [
  ...findForbidden(patch),
  ...patch.flatMap((operation, index) =>
    writtenPointers(operation).flatMap((path) => {
      const message = describeUnpatchable(schemas, path)
      return message === undefined ? [] : [{ index, path, message }]
    }),
  ),
]

const isValues = (document: unknown): document is Values =>
  typeof document === "object" && document !== null && !Array.isArray(document)

/** The fields that differ. Removed fields become null. */
function findChanges(before: Values, after: Values): Values {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changes = [...names].map((name): [string, unknown] => [name, after[name] ?? null])
  return Object.fromEntries(
    changes.filter(([name, value]) => !equalJson(value, before[name] ?? null)),
  )
}

async function checkParent({ record, climb }: RecordEdit, changes: Values): Promise<PathProblem[]> {
  const { parentId } = changes
  if (typeof parentId !== "string") return []
  const line = await climb("parentId", parentId)
  const problem = (message: string) => [{ path: "/parentId", message }]
  if (line.length === 0) return problem("parentId names no department.")
  return line.some((id) => id === record["id"])
    ? problem("parentId would put the department below itself.")
    : []
}

/** Every editable field as it would be stored. Absent fields are null. */
function findPatchable(schemas: DepartmentSchemas, document: Values): Values {
  const names = new Set([...Object.keys(schemas), ...Object.keys(document)])
  const patchable = [...names].filter((name) => !fixedDepartmentFields.includes(name))
  return Object.fromEntries(patchable.map((name) => [name, document[name] ?? null]))
}

/** The whole department must be valid, unless nothing changes. */
async function checkChanges(
  schemas: DepartmentSchemas,
  edit: RecordEdit,
  document: unknown,
): Promise<{ changes: Values; problems: PathProblem[] }> {
  const after = isValues(document) ? document : {}
  const changed = Object.keys(findChanges(edit.record, after))
  if (changed.length === 0) return { changes: {}, problems: [] }
  const { values, problems } = checkDepartment(schemas, findPatchable(schemas, after))
  const stored = Object.entries(values).filter(([name]) => changed.includes(name))
  const changes = findChanges(edit.record, { ...edit.record, ...Object.fromEntries(stored) })
  const faults = problems.map(({ place, message }) => {
    const path = printPointer(place)
    return { path, message: `${path} ${message}.` }
  })
  return { changes, problems: [...faults, ...(await checkParent(edit, changes))] }
}

const fieldOf = (path: string) => parsePointer(path)?.[0]

/**
 * Applies the valid parts. A field with a faulty operation is left out and reported with its first
 * fault. Throws 409 if a test fails before.
 */
function applyParts(edit: RecordEdit, patch: readonly JsonPatchOperation[], isFaulty: boolean) {
  const faults: PathProblem[] = []
  const left = new Set<string | undefined>()
  for (let rest = patch; ; ) {
    const outcome = applyPatch(edit.record, rest)
    if (outcome.ok) return { document: outcome.document, faults, left }
    const { code, problems } = outcome.error
    const isRefused = isFaulty || faults.length > 0
    if (code === "test_failed" && !isRefused) throw refusePatch("test_failed", [...problems])
    if (code === "test_failed") {
      rest = rest.filter(({ op }) => op !== "test")
      continue
    }
    faults.push(...problems)
    for (const { path } of problems) left.add(fieldOf(path))
    rest = rest.filter(
      (operation) => !pointersOf(operation).some((path) => left.has(fieldOf(path))),
    )
  }
}

/**
 * The fields that a patch changes, as they are stored. Throws 409 for a failed test, and 422 with
 * every path at fault in the patch or in the resulting department (decisions "Department PATCH").
 */
export async function patchDepartment(
  schemas: DepartmentSchemas,
  patch: readonly JsonPatchOperation[],
  edit: RecordEdit,
): Promise<Values> {
  const unpatchable = findUnpatchable(schemas, patch)
  const rest = patch.filter((_, index) => !unpatchable.some((problem) => problem.index === index))
  const { document, faults, left } = applyParts(edit, rest, unpatchable.length > 0)
  const { changes, problems } = await checkChanges(schemas, edit, document)
  const own = problems.filter(({ path }) => !left.has(fieldOf(path)))
  const all = [...unpatchable, ...faults, ...own]
  if (all.length > 0) throw refusePatch("patch_not_applicable", all)
  return changes
}

import { z } from "zod"
import type { Catalogue } from "./catalogue"
import { type FaultCode, type Faulty, markFault, readFault, toFaulty } from "./fault"
import { parseGuid } from "./guid"
import { quote } from "./problem"
import { valueTypes } from "./value"

/** One fault of a workspace file: its path (`contentModules[0].name`) and what is wrong there. */
export interface WorkspaceProblem extends Faulty {
  readonly path: string
}

/** Maximum number of entries in a workspace file. */
export const entryLimit = 100_000
const problemLimit = 1000

const must = (code: FaultCode) => ({
  error: ({ input }: { readonly input: unknown }) =>
    markFault(input === undefined ? "missing" : code),
})

const guidSchema = z.string(must("no_guid")).transform((text, context) => {
  const guid = parseGuid(text)
  if (guid) return guid
  context.addIssue({ code: "custom", message: markFault("no_guid") })
  return z.NEVER
})

const isStorable = (text: string) => valueTypes.string.parse(text) !== undefined

const nameSchema = z
  .string(must("no_text"))
  .trim()
  .min(1, markFault("blank"))
  .max(200, markFault("too_long", 200))
  .refine(isStorable, markFault("unstorable"))

const unitSchema = z
  .string(must("no_text"))
  .max(40, markFault("too_long", 40))
  .refine(isStorable, markFault("unstorable"))

/** The kinds that a workspace file lists inside a parent, or at its root, each with its key. */
export const childKinds = (from: Catalogue, parent: string | undefined) =>
  Object.entries(from.containers).flatMap(([kind, container]) =>
    container.workspace !== undefined && container.parent === parent
      ? [{ kind, key: container.workspace }]
      : [],
  )

function refuseRepeatedIds(list: readonly unknown[], context: z.RefinementCtx) {
  const indexes = new Map<unknown, number>()
  for (const [index, entry] of list.entries()) {
    const id = (entry as { readonly id: string }).id
    const first = indexes.get(id)
    if (first === undefined) indexes.set(id, index)
    else
      context.addIssue({
        code: "custom",
        path: [index, "id"],
        message: markFault("same_as_entry", first),
      })
  }
}

/** An entry's own fields. `unit` only for a data set. */
interface EntryFields {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

const namedSchema = z.strictObject({ id: guidSchema, name: nameSchema }, must("no_object"))
const measuredSchema = z.strictObject(
  { ...namedSchema.shape, unit: unitSchema.optional() },
  must("no_object"),
)
const ownSchema = (kind: string) => (kind === "dataSet" ? measuredSchema : namedSchema)

/** The schema of an entry's own fields, without its children. */
export const entryFieldsSchema = (kind: string): z.ZodType<EntryFields> => ownSchema(kind)

const entrySchema = (from: Catalogue, kind: string): z.ZodType =>
  z.strictObject({ ...ownSchema(kind).shape, ...childShape(from, kind) }, must("no_object"))

const childShape = (from: Catalogue, parent: string | undefined): Record<string, z.ZodType> =>
  Object.fromEntries(
    childKinds(from, parent).map(({ kind, key }) => [
      key,
      z
        .array(entrySchema(from, kind), must("no_list"))
        .max(entryLimit, markFault("too_many_entries", entryLimit))
        .superRefine(refuseRepeatedIds)
        .optional(),
    ]),
  )

/** The schema of a whole workspace file. Converts ids to lower case and trims names. */
export const workspaceSchema = (from: Catalogue): z.ZodType<Record<string, unknown>> =>
  z.strictObject(childShape(from, undefined), must("no_object"))

/** A path in a file: `contentModules[0].name`. */
export const printEntryPath = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${quote(String(part))}`))
    .join("")
    .replace(/^\./, "")

/**
 * A schema's issues as problems, below `within`. An unknown key is reported at its own path. At
 * most 1,000.
 */
export const printIssues = (
  error: z.ZodError,
  within: readonly PropertyKey[] = [],
): WorkspaceProblem[] =>
  error.issues
    .flatMap((issue): WorkspaceProblem[] =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({
            path: printEntryPath([...within, ...issue.path, key]),
            ...toFaulty("unknown_key"),
          }))
        : [{ path: printEntryPath([...within, ...issue.path]), ...readFault(issue.message) }],
    )
    .slice(0, problemLimit)

import { z } from "zod"
import type { Catalogue } from "./catalogue"
import { parseGuid } from "./guid"
import { quote } from "./problem"
import { valueTypes } from "./value"

/** One fault of a workspace file: where (`contentModules[0].name`) and what is wrong there. */
export interface WorkspaceProblem {
  readonly path: string
  readonly message: string
}

/** How many entries a workspace file may hold. */
export const entryLimit = 100_000
const problemLimit = 1000

const must = (what: string) => ({
  error: ({ input }: { readonly input: unknown }) =>
    input === undefined ? "is missing" : `must be ${what}`,
})

const guidSchema = z.string(must("a guid")).transform((text, context) => {
  const guid = parseGuid(text)
  if (guid) return guid
  context.addIssue({ code: "custom", message: "must be a guid" })
  return z.NEVER
})

const isStorable = (text: string) => valueTypes.string.parse(text) !== undefined

const nameSchema = z
  .string(must("text"))
  .trim()
  .min(1, "must not be blank")
  .max(200, "must be at most 200 characters long")
  .refine(isStorable, `must be ${valueTypes.string.expected}`)

const unitSchema = z
  .string(must("text"))
  .max(40, "must be at most 40 characters long")
  .refine(isStorable, `must be ${valueTypes.string.expected}`)

/** The kinds of things that a workspace file lists inside a parent, or at its root, each with its key there. */
export const childKinds = (from: Catalogue, parent: string | undefined) =>
  Object.entries(from.containers).flatMap(([kind, container]) =>
    container.workspace !== undefined && container.parent === parent
      ? [{ kind, key: container.workspace }]
      : [],
  )

function refuseRepeatedIds(list: readonly unknown[], context: z.RefinementCtx) {
  const places = new Map<unknown, number>()
  for (const [index, entry] of list.entries()) {
    const id = (entry as { readonly id: string }).id
    const first = places.get(id)
    if (first === undefined) places.set(id, index)
    else
      context.addIssue({
        code: "custom",
        path: [index, "id"],
        message: `is the same as that of entry [${first}]`,
      })
  }
}

const entrySchema = (from: Catalogue, kind: string): z.ZodType =>
  z.strictObject(
    {
      id: guidSchema,
      name: nameSchema,
      ...(kind === "dataSet" && { unit: unitSchema.optional() }),
      ...childShape(from, kind),
    },
    must("an object"),
  )

const childShape = (from: Catalogue, parent: string | undefined): Record<string, z.ZodType> =>
  Object.fromEntries(
    childKinds(from, parent).map(({ kind, key }) => [
      key,
      z
        .array(entrySchema(from, kind), must("a list"))
        .max(entryLimit, `must hold at most ${entryLimit} entries`)
        .superRefine(refuseRepeatedIds)
        .optional(),
    ]),
  )

/** The schema of a whole workspace file: ids become lower case, names are trimmed. */
export const workspaceSchema = (from: Catalogue): z.ZodType<Record<string, unknown>> =>
  z.strictObject(childShape(from, undefined), must("an object"))

const printPlace = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${quote(String(part))}`))
    .join("")
    .replace(/^\./, "")

/** A schema's complaints as problems, an unknown key named at its own place; at most 1,000. */
export const printIssues = (error: z.ZodError): WorkspaceProblem[] =>
  error.issues
    .flatMap((issue): WorkspaceProblem[] =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => ({
            path: printPlace([...issue.path, key]),
            message: "is an unknown key",
          }))
        : [{ path: printPlace(issue.path), message: issue.message }],
    )
    .slice(0, problemLimit)

import "server-only"
import { z } from "zod"
import type { Catalogue, PatchOperation } from "../../catalogue"
import type { KeyedDocuments } from "../../store"

/** The operations that change a department, the newest version first. */
export const departmentPatches = (from: Catalogue): readonly PatchOperation[] =>
  from.operations
    .filter((operation): operation is PatchOperation => operation.kind === "patch")
    .filter(({ record }) => record === "department")

/** What the settings may be, by the versions of the catalogue. */
export const editSettingsSchema = (from: Catalogue) =>
  z.strictObject({
    /** The version of the operation that changes go to. */
    version: z.enum(departmentPatches(from).map(({ version }) => version)),
    /** The platform takes `test` operations; else the dashboard compares just before it sends. */
    takesTests: z.boolean(),
  })

/** How changes to departments are sent. */
export type EditSettings = z.infer<ReturnType<typeof editSettingsSchema>>

/** How changes to departments are sent, one for the whole dashboard. */
export interface EditSettingsKeeper {
  read(): Promise<EditSettings>
  write(settings: EditSettings): Promise<void>
}

/** The operation that changes go to. */
export function requirePatchOperation(
  from: Catalogue,
  { version }: Pick<EditSettings, "version">,
): PatchOperation {
  const found = departmentPatches(from).find((operation) => operation.version === version)
  if (!found) throw new TypeError(`No operation of ${version} changes departments.`)
  return found
}

const kind = "setting"
const id = "department-edits"

/** Where nobody has said otherwise, or the catalogue no longer has what was said: the newest version, with tests. */
export function createEditSettings(
  documents: Pick<KeyedDocuments, "get" | "put">,
  catalogue: Catalogue,
): EditSettingsKeeper {
  const schema = editSettingsSchema(catalogue)
  const [newest] = departmentPatches(catalogue)
  if (!newest) throw new TypeError("No operation changes departments.")
  const usual = { version: newest.version, takesTests: true }
  return {
    async read() {
      const parsed = schema.safeParse((await documents.get(kind, id))?.value)
      return parsed.success ? parsed.data : usual
    },
    write: (settings) => documents.put(kind, id, settings),
  }
}

import "server-only"
import { type Catalogue, type PatchOperation, patchOperations } from "../../catalogue"
import { type EditSettings, editSettings } from "../../contract"
import type { KeyedDocuments } from "../../db"

/** The operations that change a department, newest version first. */
const departmentPatches = (from: Catalogue): readonly PatchOperation[] =>
  patchOperations(from).filter(({ record }) => record === "department")

/** How changes to departments are sent; one setting for the whole dashboard. */
export interface EditSettingsService {
  read(): Promise<EditSettings>
  write(settings: EditSettings): Promise<void>
}

/** The operation that changes are sent to. */
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

/**
 * Defaults to the newest version, with tests, if nothing was saved or the catalogue no longer has
 * the saved version.
 */
export function createEditSettings(
  documents: Pick<KeyedDocuments, "get" | "put">,
  catalogue: Catalogue,
): EditSettingsService {
  const [newest] = departmentPatches(catalogue)
  if (!newest) throw new TypeError("No operation changes departments.")
  const fallback = { version: newest.version, takesTests: true }
  return {
    async read() {
      const parsed = editSettings.safeParse((await documents.get(kind, id))?.value)
      return parsed.success ? parsed.data : fallback
    },
    write: (settings) => documents.put(kind, id, settings),
  }
}

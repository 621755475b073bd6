import "server-only"
import type { Catalogue, Workspace } from "../../catalogue"
import type { EditableEntry } from "../../contract"
import type { Session } from "../../session"
import { overlay, showWorkspace } from "./overlay"
import type { EditedState } from "./plan-edits"
import type { WorkspaceChange, WorkspaceEdit, WorkspaceEdits } from "./table"

/** The workspace that people see: the file with the administrators' edits applied. */
export interface WorkspaceService {
  /**
   * What pages show; if the edits cannot be read, the last known ones are used. Throws
   * `WorkspaceError`.
   */
  readWorkspace(): Promise<Workspace>
  /** Same, including hidden entries, for administrators. */
  readEntries(): Promise<readonly EditableEntry[]>
  /** Returns what `plan` produces from the current state, without changing anything. */
  preview<T>(plan: (state: EditedState) => T): Promise<T>
  /** Plans and applies a change; no other change can come in between. */
  change<T extends WorkspaceChange>(plan: (state: EditedState) => T, by: Session): Promise<T>
}

export interface WorkspaceEditorParts {
  readonly catalogue: Catalogue
  readonly readFile: () => Promise<Workspace>
  readonly edits: WorkspaceEdits
}

interface Effective {
  readonly file: Workspace
  readonly revision: number
  readonly entries: readonly EditableEntry[]
  readonly workspace: Workspace
}

export function createWorkspaceService({
  catalogue,
  readFile,
  edits,
}: WorkspaceEditorParts): WorkspaceService {
  let known: { revision: number; edits: readonly WorkspaceEdit[] } = { revision: -1, edits: [] }
  let effective: Effective | undefined

  /** Edits are only reloaded when their revision has changed. */
  async function readEdits() {
    if ((await edits.readRevision()) !== known.revision) known = await edits.read()
    return known
  }

  function compose(file: Workspace, { revision, edits: made }: typeof known): Effective {
    if (effective?.file === file && effective.revision === revision) return effective
    const entries = overlay(catalogue, file, made)
    effective = { file, revision, entries, workspace: showWorkspace(entries) }
    return effective
  }

  return {
    async readWorkspace() {
      const file = await readFile()
      return compose(file, await readEdits().catch(() => known)).workspace
    },
    readEntries: async () => compose(await readFile(), await readEdits()).entries,
    async preview(plan) {
      const file = await readFile()
      return plan({ catalogue, file, edits: (await readEdits()).edits })
    },
    async change(plan, { sub }) {
      const file = await readFile()
      return edits.change((made) => plan({ catalogue, file, edits: made }), sub)
    },
  }
}

import { createContext, type ReactNode, use, useCallback, useMemo, useState } from "react"
import { apiKey } from "@/lib/client"
import { ChangeProblem } from "../ui/change-problem"
import type { CheckState } from "./check-badge"
import { EntryDialog, type EntryForm, EntryRemoval } from "./entry-dialog"
import type { EntryKind } from "./entry-kinds"
import { useChange } from "./use-change"
import { checkOnPlatform, type EditableEntry, restoreEntry } from "./workspace"

/** The actions on an entry. */
interface EntryActions {
  readonly check: (entry: EditableEntry) => void
  readonly add: (kind: EntryKind, parent: EditableEntry | undefined) => void
  readonly rename: (entry: EditableEntry) => void
  readonly remove: (entry: EditableEntry) => void
  readonly restore: (entry: EditableEntry) => void
}

interface WorkspaceScreen {
  readonly kinds: readonly EntryKind[]
  /** True during a search, which expands all matches. */
  readonly isSearching: boolean
  /** The results of this visit's checks, by entry path. */
  readonly checks: ReadonlyMap<string, CheckState>
  readonly actions: EntryActions
}

const WorkspaceContext = createContext<WorkspaceScreen | undefined>(undefined)

export function useWorkspaceScreen(): WorkspaceScreen {
  const screen = use(WorkspaceContext)
  if (!screen) throw new Error("This part stands outside of a WorkspaceProvider.")
  return screen
}

function useChecks() {
  const [checks, setChecks] = useState<WorkspaceScreen["checks"]>(new Map())
  const check = useCallback(({ place: path }: EditableEntry) => {
    const show = (state: CheckState) => setChecks((before) => new Map(before).set(path, state))
    show("running")
    checkOnPlatform(path).then(show, () => show("failed"))
  }, [])
  return { checks, check }
}

interface OpenDialog {
  readonly form?: EntryForm
  readonly removal?: EditableEntry
}

const restore = ({ place: path }: EditableEntry) => restoreEntry(path)

/** The actions of entry menus; all except check and restore open a dialog. */
function useEntryActions(kinds: readonly EntryKind[], open: (dialog: OpenDialog) => void) {
  const { checks, check } = useChecks()
  const { run, problem, reset } = useChange(restore, apiKey("/api/workspace"))
  const actions = useMemo((): EntryActions => {
    const begin = (dialog: OpenDialog) => {
      reset()
      open(dialog)
    }
    return {
      check,
      add: (kind, parent) => begin({ form: { kind, parent } }),
      rename: (entry) => {
        const kind = kinds.find((each) => each.kind === entry.kind)
        if (kind) begin({ form: { kind, entry } })
      },
      remove: (entry) => begin({ removal: entry }),
      restore: run,
    }
  }, [kinds, open, check, run, reset])
  return { actions, checks, problem }
}

interface WorkspaceProviderProps extends Pick<WorkspaceScreen, "kinds" | "isSearching"> {
  readonly children: ReactNode
}

/** Provides the workspace to its parts, and shows the dialogs of their actions. */
export function WorkspaceProvider({ kinds, isSearching, children }: WorkspaceProviderProps) {
  const [dialog, setDialog] = useState<OpenDialog>({})
  const { actions, checks, problem } = useEntryActions(kinds, setDialog)
  const screen = useMemo(
    () => ({ kinds, isSearching, checks, actions }),
    [kinds, isSearching, checks, actions],
  )
  const close = () => setDialog({})
  return (
    <WorkspaceContext value={screen}>
      {problem ? (
        <div className="border-t px-4 py-2">
          <ChangeProblem error={problem} />
        </div>
      ) : null}
      {children}
      <EntryDialog form={dialog.form} onClose={close} />
      <EntryRemoval entry={dialog.removal} onClose={close} />
    </WorkspaceContext>
  )
}

import { useState } from "react"
import { apiKey, checkEntry, type EditableEntry, restoreEntry } from "@/lib/client"
import type { CheckState } from "./check-badge"
import type { EntryForm } from "./entry-dialog"
import type { EntryKind } from "./entry-kinds"
import type { EntryActions } from "./entry-menu"
import { useChange } from "./use-change"

const restore = ({ place }: EditableEntry) => restoreEntry(place)

/** What the checks of this visit have told, by place. */
function useChecks() {
  const [checks, setChecks] = useState<ReadonlyMap<string, CheckState>>(new Map())
  const note = (place: string, state: CheckState) =>
    setChecks((before) => new Map(before).set(place, state))
  const check = ({ place }: EditableEntry) => {
    note(place, "running")
    checkEntry(place).then(
      (told) => note(place, told),
      () => note(place, "failed"),
    )
  }
  return { checks, check }
}

/** Which dialog is open over the workspace, and what the menus of its entries do. */
export function useWorkspace(kinds: readonly EntryKind[]) {
  const { checks, check } = useChecks()
  const [form, setForm] = useState<EntryForm>()
  const [removing, setRemoving] = useState<EditableEntry>()
  const { run, problem, reset } = useChange(restore, apiKey("/api/workspace"))
  const openForm = (next: EntryForm) => {
    reset()
    setForm(next)
  }
  const actions: EntryActions = {
    check,
    add: (kind, parent) => openForm({ kind, parent }),
    rename: (entry) => {
      const kind = kinds.find((each) => each.kind === entry.kind)
      if (kind) openForm({ kind, entry })
    },
    remove: (entry) => {
      reset()
      setRemoving(entry)
    },
    restore: run,
  }
  const close = () => {
    setForm(undefined)
    setRemoving(undefined)
  }
  return { checks, actions, problem, form, removing, close }
}

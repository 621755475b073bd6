import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { parseGuid } from "@/lib/catalogue"
import { apiKey } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { ControlledDialog, DialogClose, DialogContent } from "../ui/dialog"
import type { EntryKind } from "./entry-kinds"
import { NotedField } from "./noted-field"
import { useChange } from "./use-change"
import { addEntry, countShown, type EditableEntry, removeEntry, renameEntry } from "./workspace"

/** The dialog's subject: a new entry under another or at the root, or an existing one. */
export interface EntryForm {
  readonly kind: EntryKind
  readonly parent?: EditableEntry | undefined
  readonly entry?: EditableEntry | undefined
}

export interface EntryDialogProps {
  /** Undefined while closed. */
  readonly form: EntryForm | undefined
  readonly onClose: () => void
}

export function EntryDialog({ form, onClose }: EntryDialogProps) {
  return (
    <ControlledDialog isOpen={form !== undefined} onClose={onClose}>
      {form ? <EntryDialogContent form={form} onClose={onClose} /> : null}
    </ControlledDialog>
  )
}

interface ContentProps {
  readonly form: EntryForm
  readonly onClose: () => void
}

interface Texts {
  readonly id: string
  readonly name: string
  readonly unit: string
}

const save = ({ form: { kind, parent, entry }, texts }: { form: EntryForm; texts: Texts }) => {
  const name = texts.name.trim()
  const unit = texts.unit.trim()
  if (entry) return renameEntry(entry.place, { name, ...(kind.hasUnit && { unit: unit || null }) })
  const id = parseGuid(texts.id.trim()) ?? ""
  return addEntry(parent?.place ?? "", kind.kind, { id, name, ...(unit && { unit }) })
}

/** The input for an entry; faults are shown after the first check. */
function useEntryTexts(entry: EditableEntry | undefined) {
  const [texts, setTexts] = useState<Texts>({
    id: entry?.id ?? "",
    name: entry?.name ?? "",
    unit: entry?.unit ?? "",
  })
  const [isChecked, setChecked] = useState(false)
  const wrongId = parseGuid(texts.id.trim()) === undefined
  const noName = texts.name.trim() === ""
  return {
    texts,
    write: (part: Partial<Texts>) => setTexts({ ...texts, ...part }),
    faults: { id: isChecked && wrongId, name: isChecked && noName },
    /** Returns true if it can be saved. */
    check: () => {
      setChecked(true)
      return !(wrongId || noName)
    },
  }
}

function EntryDialogContent({ form, onClose }: ContentProps) {
  const { kind, parent, entry } = form
  const t = useTranslations("settings.entry")
  const common = useTranslations("common")
  const formId = useId()
  const { texts, write, faults, check } = useEntryTexts(entry)
  const { run, busy, problem } = useChange(save, apiKey("/api/workspace"))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (check() && (await run({ form, texts }))) onClose()
  }
  return (
    <DialogContent
      title={entry ? t("renameTitle") : t("addTitle")}
      description={parent ? t("within", { kind: kind.title, parent: parent.name }) : kind.title}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button type="submit" form={formId} variant="primary" disabled={busy}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {entry ? null : (
          <NotedField
            label={t("id")}
            note={t("idNote")}
            fault={faults.id ? t("wrongId") : undefined}
            value={texts.id}
            onValueChange={(id) => write({ id })}
            spellCheck={false}
            className="font-mono text-xs"
          />
        )}
        <NotedField
          label={t("name")}
          note={t("nameNote")}
          fault={faults.name ? t("noName") : undefined}
          value={texts.name}
          onValueChange={(name) => write({ name })}
          maxLength={200}
        />
        {kind.hasUnit ? (
          <NotedField
            label={t("unit")}
            note={t("unitNote")}
            value={texts.unit}
            onValueChange={(unit) => write({ unit })}
            maxLength={40}
          />
        ) : null}
        <ChangeProblem error={problem} />
      </form>
    </DialogContent>
  )
}

interface EntryRemovalProps {
  /** Undefined while closed. */
  readonly entry: EditableEntry | undefined
  readonly onClose: () => void
}

/** Confirms that an entry is hidden or removed with everything it contains. */
export function EntryRemoval({ entry, onClose }: EntryRemovalProps) {
  return (
    <ControlledDialog isOpen={entry !== undefined} onClose={onClose}>
      {entry ? <ConfirmEntryRemoval entry={entry} onClose={onClose} /> : null}
    </ControlledDialog>
  )
}

const remove = ({ place: path }: EditableEntry) => removeEntry(path)

function ConfirmEntryRemoval({ entry, onClose }: { entry: EditableEntry; onClose: () => void }) {
  const t = useTranslations("settings")
  const { run, busy, problem } = useChange(remove, apiKey("/api/workspace"))
  const isAdded = entry.origin === "added"
  const { name } = entry
  const count = countShown(entry.children)
  const goOn = async () => {
    if (await run(entry)) onClose()
  }
  return (
    <ConfirmRemoval
      title={isAdded ? t("removal.removeTitle", { name }) : t("removal.hideTitle", { name })}
      action={isAdded ? t("workspace.remove") : t("workspace.hide")}
      busy={busy}
      error={problem}
      onRemove={goOn}
    >
      {isAdded ? t("removal.removeDetail", { count }) : t("removal.hideDetail", { count })}
    </ConfirmRemoval>
  )
}

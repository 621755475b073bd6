import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { parseGuid } from "@/lib/catalogue"
import { apiKey } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ControlledDialog, DialogClose, DialogContent } from "../ui/dialog"
import type { EntryKind } from "./entry-kinds"
import { NotedField } from "./noted-field"
import { useChange } from "./use-change"
import { addEntry, type EditableEntry, renameEntry } from "./workspace"

/** What the dialog is about: a new entry below another or at the root, or one that is there. */
export interface EntryForm {
  readonly kind: EntryKind
  readonly parent?: EditableEntry | undefined
  readonly entry?: EditableEntry | undefined
}

export interface EntryDialogProps {
  /** Undefined while it is closed. */
  readonly form: EntryForm | undefined
  readonly onClose: () => void
}

/** Adds an entry to the workspace, or names one anew. */
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

function useEntryForm({ form, onClose }: ContentProps) {
  const { entry } = form
  const [texts, setTexts] = useState<Texts>({
    id: entry?.id ?? "",
    name: entry?.name ?? "",
    unit: entry?.unit ?? "",
  })
  const [tried, setTried] = useState(false)
  const { run, busy, problem } = useChange(save, apiKey("/api/workspace"))
  const wrongId = parseGuid(texts.id.trim()) === undefined
  const noName = texts.name.trim() === ""
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrongId || noName) return
    if (await run({ form, texts })) onClose()
  }
  return {
    texts,
    setTexts,
    submit,
    busy,
    problem,
    faults: { id: tried && wrongId, name: tried && noName },
  }
}

function EntryDialogContent(props: ContentProps) {
  const { kind, parent, entry } = props.form
  const t = useTranslations("settings.entry")
  const common = useTranslations("common")
  const formId = useId()
  const { texts, setTexts, submit, busy, problem, faults } = useEntryForm(props)
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
            onValueChange={(id) => setTexts({ ...texts, id })}
            spellCheck={false}
            className="font-mono text-xs"
          />
        )}
        <NotedField
          label={t("name")}
          note={t("nameNote")}
          fault={faults.name ? t("noName") : undefined}
          value={texts.name}
          onValueChange={(name) => setTexts({ ...texts, name })}
          maxLength={200}
        />
        {kind.hasUnit ? (
          <NotedField
            label={t("unit")}
            note={t("unitNote")}
            value={texts.unit}
            onValueChange={(unit) => setTexts({ ...texts, unit })}
            maxLength={40}
          />
        ) : null}
        <ChangeProblem error={problem} />
      </form>
    </DialogContent>
  )
}

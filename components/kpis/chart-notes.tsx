import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { MessageSquarePlus, X } from "lucide-react"
import { type FormEvent, useId, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import { addDays, isDay, type SeriesAnswer, startOfDay } from "@/lib/catalogue"
import { addNote, type ChartNote, type NoteContent, notesOptions, removeNote } from "@/lib/client"
import type { NoteMark } from "../charts/chart-marks"
import { SharingField } from "../saved/naming-dialog"
import { useRoleName } from "../saved/use-role-name"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ControlledDialog, DialogClose, DialogContent } from "../ui/dialog"
import { IconButton } from "../ui/icon-button"
import { Input } from "../ui/input"
import { useExplorer } from "./explorer-context"
import { useDaysText } from "./labels"

/** The numbered notes on the days of an answer's first range. */
export interface ShownNotes {
  readonly notes: readonly (ChartNote & { readonly number: number })[]
  /** Their positions in a chart. */
  readonly marks: readonly NoteMark[]
}

export function useShownNotes(answer: Pick<SeriesAnswer, "ranges" | "question">): ShownNotes {
  const { dataSetId } = useExplorer().setup
  const { data } = useQuery(notesOptions(dataSetId))
  const [{ from, to }] = answer.ranges
  const { zone } = answer.question
  return useMemo(() => {
    const within = (data?.notes ?? []).filter((note) => note.from <= to && note.to >= from)
    const notes = within.map((note, at) => ({ ...note, number: at + 1 }))
    const marks = notes.map((note) => ({
      from: Date.parse(startOfDay(note.from, zone)),
      to: Date.parse(startOfDay(addDays(note.to, 1), zone)),
      name: `${note.number}`,
    }))
    return { notes, marks }
  }, [data, from, to, zone])
}

/** A mutation of the data set's notes, which then refetches them. */
function useNoteChange() {
  const client = useQueryClient()
  const { queryKey } = notesOptions(useExplorer().setup.dataSetId)
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** Formats a note: days, text, author and audience. */
export function useNoteText(): (note: ShownNotes["notes"][number]) => string {
  const t = useTranslations("kpis.chartNotes")
  const daysText = useDaysText()
  const roleName = useRoleName()
  return ({ number, from, to, text, ownerName, role }) =>
    [
      `${number}  ${daysText({ from, to })}: ${text}`,
      ownerName,
      role === null ? t("onlyMe") : t("sharedWith", { role: roleName(role) }),
    ]
      .filter(Boolean)
      .join(" · ")
}

/** The notes on the chart's days, and the form for a new one. */
export function ChartNotes({ answer }: { readonly answer: SeriesAnswer }) {
  const { setup } = useExplorer()
  const t = useTranslations("kpis.chartNotes")
  const { notes } = useShownNotes(answer)
  const noteText = useNoteText()
  const change = useNoteChange()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t px-4 py-2 text-xs">
      <ol aria-label={t("title")} className="grid min-w-0 flex-1 gap-1 py-1 empty:hidden">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-1">
            <span className="min-w-0 break-words">{noteText(note)}</span>
            {note.mayRemove ? (
              <IconButton
                size="sm"
                label={t("remove", { number: note.number })}
                className="-my-1 print:hidden"
                disabled={change.isPending}
                onClick={() => change.mutate(() => removeNote(setup.dataSetId, note.id))}
              >
                <X aria-hidden="true" />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ol>
      <Button size="sm" variant="ghost" className="print:hidden" onClick={() => setOpen(true)}>
        <MessageSquarePlus aria-hidden="true" />
        {t("add")}
      </Button>
      <ChangeProblem error={change.error} keeps={false} />
      <ControlledDialog isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen ? <NoteForm answer={answer} onClose={() => setOpen(false)} /> : null}
      </ControlledDialog>
    </div>
  )
}

const maxLength = 500

interface NoteFormProps {
  readonly answer: SeriesAnswer
  readonly onClose: () => void
}

/** A note's days, text and audience. */
function NoteForm({ answer, onClose }: NoteFormProps) {
  const { dataSetId, roles } = useExplorer().setup
  const t = useTranslations("kpis.chartNotes")
  const common = useTranslations("common")
  const id = useId()
  const change = useNoteChange()
  const [{ to: last }] = answer.ranges
  const day =
    answer.dataEnd.cutoff !== null && answer.dataEnd.cutoff < last ? answer.dataEnd.cutoff : last
  const [written, setWritten] = useState<NoteContent>({ from: day, to: day, text: "", role: null })
  const [tried, setTried] = useState(false)
  const { from, to, text } = written
  const isFaulty = {
    days: !isDay(from) || !isDay(to) || from > to,
    text: text.trim() === "",
  }
  const write = (part: Partial<NoteContent>) => setWritten({ ...written, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isFaulty.days || isFaulty.text) return
    change.mutate(() => addNote(dataSetId, { ...written, text: text.trim() }), {
      onSuccess: onClose,
    })
  }
  return (
    <DialogContent
      title={t("add")}
      description={t("note")}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button type="submit" form={id} variant="primary" disabled={change.isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="space-y-4">
        <div className="grid grid-cols-2 gap-3">
          {(["from", "to"] as const).map((end) => (
            <div key={end} className="grid gap-1">
              <label htmlFor={`${id}-${end}`} className="font-medium">
                {t(end)}
              </label>
              <Input
                id={`${id}-${end}`}
                type="date"
                value={end === "from" ? from : to}
                aria-invalid={tried && isFaulty.days}
                onValueChange={(next) => write({ [end]: next })}
              />
            </div>
          ))}
        </div>
        {tried && isFaulty.days ? (
          <p role="alert" className="text-critical-ink text-xs">
            {t("noDays")}
          </p>
        ) : null}
        <div className="grid gap-1">
          <label htmlFor={`${id}-text`} className="font-medium">
            {t("text")}
          </label>
          <Input
            id={`${id}-text`}
            autoComplete="off"
            maxLength={maxLength}
            value={text}
            aria-invalid={tried && isFaulty.text}
            onValueChange={(next) => write({ text: next })}
          />
        </div>
        {tried && isFaulty.text ? (
          <p role="alert" className="text-critical-ink text-xs">
            {t("noText")}
          </p>
        ) : null}
        <SharingField role={written.role} onRole={(role) => write({ role })} roles={roles} />
        <ChangeProblem error={change.error} />
      </form>
    </DialogContent>
  )
}

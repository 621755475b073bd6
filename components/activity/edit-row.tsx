import { Layers, PanelRight } from "lucide-react"
import Link from "next/link"
import { useMemo } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { ActivityEntry } from "../edits/activity-log"
import { ChangeList } from "../edits/change-list"
import { DepartmentLink } from "../edits/department-link"
import { isPartlyUndone, isUndone, kindOf, readEdit } from "../edits/undo-chain"
import { Badge } from "../ui/badge"
import { cn } from "../ui/class-names"
import { dateTimeFormat } from "../ui/date-time"
import { IconButton } from "../ui/icon-button"
import { useDepartmentName } from "../ui/use-department-name"
import { useActivityScreen } from "./activity-context"
import { EntryFrame, PersonName } from "./entry-frame"
import { OutcomeBadge, useOutcomeReason } from "./outcome"
import { UndoButton } from "./undo-edit"

const maxChanges = 3

interface EntryProps {
  readonly entry: ActivityEntry
}

/** The first changes of an edit, and the number of others. */
function FirstChanges({ entry }: EntryProps) {
  const t = useTranslations("activity.entry")
  const { list, openEdit } = useActivityScreen()
  const changes = useMemo(() => readEdit(entry.patch), [entry.patch])
  if (!changes) return <p className="text-ink-muted text-xs">{t("unreadable")}</p>
  const more = changes.length - maxChanges
  return (
    <>
      <ChangeList changes={changes.slice(0, maxChanges)} list={list} />
      {more > 0 ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => openEdit(entry.id)}
          className="mt-1 rounded-sm text-accent-ink text-xs hover:underline"
        >
          {t("moreFields", { count: more })}
        </button>
      ) : null}
    </>
  )
}

export function EditRow({ entry }: EntryProps) {
  const reasonOf = useOutcomeReason()
  const reason = reasonOf(entry)
  return (
    <EntryFrame
      at={entry.intendedAt}
      end={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:col-start-2 lg:col-start-3 lg:flex-nowrap lg:items-start lg:justify-end">
          <OutcomeBadge entry={entry} />
          <div className="ml-auto flex items-center justify-end gap-1 lg:ml-0 lg:w-28">
            <UndoButton entry={entry} />
            <DetailsButton entry={entry} />
          </div>
        </div>
      }
    >
      <EditTitle entry={entry} />
      <FirstChanges entry={entry} />
      {reason ? <p className="max-w-prose text-ink-muted text-xs">{reason}</p> : null}
    </EntryFrame>
  )
}

function EditTitle({ entry }: EntryProps) {
  const t = useTranslations("activity")
  const { log, namesDepartments } = useActivityScreen()
  const kind = kindOf(entry, log.known)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {namesDepartments ? <DepartmentLink id={entry.recordId} /> : null}
      <span className={cn(namesDepartments ? "text-ink-muted" : "font-medium")}>
        <PersonName {...entry} />
      </span>
      {kind === "edit" ? null : <Badge tone="outline">{t(`kind.${kind}`)}</Badge>}
      {isUndone(entry, log.known) ? <Badge tone="outline">{t("kind.undone")}</Badge> : null}
      {isPartlyUndone(entry, log.known) ? (
        <Badge tone="outline">{t("kind.partlyUndone")}</Badge>
      ) : null}
      {entry.batch === null ? null : (
        <Link
          href={`/organisation/batches/${entry.batch}`}
          prefetch={false}
          className="inline-flex items-center gap-1 py-1 text-ink-muted text-xs hover:text-accent-ink hover:underline"
        >
          <Layers className="size-3" aria-hidden="true" />
          {t("entry.batch")}
        </Link>
      )}
    </div>
  )
}

function DetailsButton({ entry }: EntryProps) {
  const t = useTranslations("activity.entry")
  const format = useFormatter()
  const nameOf = useDepartmentName()
  const { openEdit } = useActivityScreen()
  const time = format.dateTime(new Date(entry.intendedAt), dateTimeFormat)
  return (
    <IconButton
      size="sm"
      label={t("detailsOf", { name: nameOf(entry.recordId), time })}
      aria-haspopup="dialog"
      onClick={() => openEdit(entry.id)}
    >
      <PanelRight aria-hidden="true" />
    </IconButton>
  )
}

import { useQuery } from "@tanstack/react-query"
import { FileQuestion } from "lucide-react"
import { useMemo } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { type ActivityEntry, editOptions } from "../edits/activity-log"
import { ChangeList } from "../edits/change-list"
import { ReadFailure } from "../edits/notices"
import { RawPatch } from "../edits/raw-patch"
import { readEdit } from "../edits/undo-chain"
import { dateTimeFormat } from "../ui/date-time"
import { EmptyState } from "../ui/empty-state"
import { Sheet, SheetContent } from "../ui/sheet"
import { Skeleton } from "../ui/skeleton"
import { TechnicalDetails } from "../ui/technical-details"
import { useDepartmentName } from "../ui/use-department-name"
import { useActivityScreen } from "./activity-context"
import { EditFacts, TechnicalFacts } from "./edit-facts"
import { OutcomeBadge, useOutcomeReason } from "./outcome"
import { UndoButton } from "./undo-edit"

export interface EditSheetProps {
  /** The edit that is open; undefined while the panel is closed. */
  readonly id: string | undefined
}

/** One edit in full, in a panel beside the list, which stays usable. */
export function EditSheet({ id }: EditSheetProps) {
  const t = useTranslations("activity.detail")
  const format = useFormatter()
  const nameOf = useDepartmentName()
  const { log, openEdit } = useActivityScreen()
  const listed = id === undefined ? undefined : log.known.get(id)
  const enabled = id !== undefined && !listed
  const read = useQuery({ ...editOptions(id ?? ""), enabled })
  const entry = listed ?? (enabled ? (read.data ?? undefined) : undefined)
  const isMissing = enabled && read.data === null
  return (
    <Sheet
      open={id !== undefined}
      modal={false}
      disablePointerDismissal
      onOpenChange={(open) => {
        if (!open) openEdit(undefined)
      }}
    >
      {id === undefined ? null : (
        <SheetContent
          title={
            isMissing ? t("missing") : t("title", { name: entry ? nameOf(entry.recordId) : "" })
          }
          description={
            entry ? format.dateTime(new Date(entry.intendedAt), dateTimeFormat) : undefined
          }
          backdrop={false}
          className="w-140"
        >
          {entry ? <EditDetails entry={entry} /> : null}
          {isMissing ? <EmptyState icon={FileQuestion} title={t("missingDetail")} /> : null}
          {enabled && read.error ? (
            <ReadFailure error={read.error} onRetry={() => void read.refetch()} />
          ) : null}
          {enabled && read.isPending ? <Skeleton className="h-64" /> : null}
        </SheetContent>
      )}
    </Sheet>
  )
}

interface EditDetailsProps {
  readonly entry: ActivityEntry
}

function EditDetails({ entry }: EditDetailsProps) {
  const t = useTranslations("activity")
  const { list } = useActivityScreen()
  const changes = useMemo(() => readEdit(entry.patch), [entry.patch])
  const reason = useOutcomeReason()(entry)
  return (
    <div className="space-y-6">
      <section aria-label={t("detail.outcome")} className="space-y-2">
        <div className="flex flex-wrap items-center gap-3">
          <OutcomeBadge entry={entry} />
          <span className="ml-auto">
            <UndoButton entry={entry} />
          </span>
        </div>
        {reason ? <p className="text-ink-muted">{reason}</p> : null}
      </section>
      <section aria-label={t("detail.changes")}>
        {changes ? (
          <ChangeList changes={changes} list={list} />
        ) : (
          <p className="text-ink-muted">{t("entry.unreadable")}</p>
        )}
      </section>
      <EditFacts entry={entry} />
      <TechnicalDetails>
        <TechnicalFacts entry={entry} />
        <Patches entry={entry} />
      </TechnicalDetails>
    </div>
  )
}

/** The intended patch, and the sent one if it differs. */
function Patches({ entry }: EditDetailsProps) {
  const t = useTranslations("activity.detail")
  const { patches } = useActivityScreen()
  const { patch, sentPatch, recordId } = entry
  const operation = patches.find(({ id }) => id === entry.operation)
  if (!operation) return <pre className="overflow-auto font-mono text-xs">{patch}</pre>
  const isOther = sentPatch !== null && sentPatch !== patch
  return (
    <>
      <div className="space-y-1">
        <RawPatch title={t("patch")} operation={operation} id={recordId} text={patch} />
        <p className="text-ink-muted text-xs">{t(isOther ? "meantNote" : "patchNote")}</p>
      </div>
      {isOther ? (
        <div className="space-y-1">
          <RawPatch title={t("sentPatch")} operation={operation} id={recordId} text={sentPatch} />
          <p className="text-ink-muted text-xs">{t("sentNote")}</p>
        </div>
      ) : null}
    </>
  )
}

import { useQuery } from "@tanstack/react-query"
import { FileQuestion } from "lucide-react"
import { useMemo } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { PatchOperation } from "@/lib/catalogue"
import { type ActivityEntry, editOptions } from "@/lib/client"
import { ChangeList } from "../edits/change-list"
import { RawPatch } from "../edits/raw-patch"
import { dateTimeFormat } from "../ui/date-time"
import { EmptyState } from "../ui/empty-state"
import { Sheet, SheetContent } from "../ui/sheet"
import { Skeleton } from "../ui/skeleton"
import { TechnicalDetails } from "../ui/technical-details"
import { useDepartmentName } from "../ui/use-department-name"
import { ActivityProblem } from "./activity-problem"
import { EditFacts } from "./edit-facts"
import type { EntryTools } from "./entry-tools"
import { OutcomeBadge } from "./outcome-badge"
import { useOutcomeReason } from "./outcome-reason"
import { readEdit } from "./read-edit"
import { StepButton } from "./step-button"

export interface EditSheetProps {
  /** The edit that is shown; undefined while the panel is closed. */
  readonly id: string | undefined
  readonly tools: EntryTools
  /** The operations that change departments. */
  readonly patches: readonly PatchOperation[]
  readonly onClose: () => void
}

/** One edit whole, in a panel beside the list, which stays usable. */
export function EditSheet({ id, tools, patches, onClose }: EditSheetProps) {
  const t = useTranslations("activity.detail")
  const format = useFormatter()
  const nameOf = useDepartmentName()
  const listed = id === undefined ? undefined : tools.known.get(id)
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
        if (!open) onClose()
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
          {entry ? <EditDetails entry={entry} tools={tools} patches={patches} /> : null}
          {isMissing ? <EmptyState icon={FileQuestion} title={t("missingDetail")} /> : null}
          {enabled && read.error ? (
            <ActivityProblem error={read.error} onRetry={() => void read.refetch()} />
          ) : null}
          {enabled && read.isPending ? <Skeleton className="h-64" /> : null}
        </SheetContent>
      )}
    </Sheet>
  )
}

interface EditDetailsProps extends Pick<EditSheetProps, "tools" | "patches"> {
  readonly entry: ActivityEntry
}

function EditDetails({ entry, tools, patches }: EditDetailsProps) {
  const t = useTranslations("activity")
  const changes = useMemo(() => readEdit(entry.patch), [entry.patch])
  const reason = useOutcomeReason()(entry)
  return (
    <div className="space-y-6">
      <section aria-label={t("detail.outcome")} className="space-y-2">
        <div className="flex flex-wrap items-center gap-3">
          <OutcomeBadge entry={entry} />
          <span className="ml-auto">
            <StepButton entry={entry} tools={tools} />
          </span>
        </div>
        {reason ? <p className="text-ink-muted">{reason}</p> : null}
      </section>
      <section aria-label={t("detail.changes")}>
        {changes ? (
          <ChangeList changes={changes} list={tools.list} />
        ) : (
          <p className="text-ink-muted">{t("entry.unreadable")}</p>
        )}
      </section>
      <EditFacts entry={entry} onOpen={tools.onOpen} />
      <TechnicalDetails>
        <Patches entry={entry} patches={patches} />
      </TechnicalDetails>
    </div>
  )
}

/** The patch as it was meant, and what went out where that is another. */
function Patches({ entry, patches }: Omit<EditDetailsProps, "tools">) {
  const t = useTranslations("activity.detail")
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

"use client"

import { CircleCheck, History, Info, X } from "lucide-react"
import type { ReactNode } from "react"
import { useNow, useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { IconButton } from "../../ui/icon-button"
import { QuotaWait } from "../../ui/quota-wait"
import { useRelativeTime } from "../../ui/use-relative-time"
import { DepartmentForm } from "./department-form"
import { changedNames } from "./form-values"
import { useEditorScreen } from "./use-editor"

/** The department form, with drafts, the leave guard and conflict handling. */
export function DepartmentEditor() {
  return (
    <div className="space-y-4">
      <DraftOffer />
      <News />
      <DepartmentForm />
      <ChangeBar />
    </div>
  )
}

/** Offers to restore or discard an unsent draft. */
function DraftOffer() {
  const t = useTranslations("departments.editor.draft")
  const relativeTime = useRelativeTime()
  const now = useNow()
  const { draft, department } = useEditorScreen()
  if (!draft.offer) return null
  const { savedAt, base, values } = draft.offer
  const when = relativeTime(new Date(savedAt), now)
  const count = changedNames(department.names, base, values).length
  return (
    <section
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-accent bg-accent-soft px-4 py-3"
    >
      <History className="size-4 shrink-0 text-accent-ink" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 basis-64">
        {t("offer", { when, count })}
      </p>
      <div className="flex gap-2">
        <Button onClick={draft.discard}>{t("discard")}</Button>
        <Button variant="primary" onClick={draft.resume}>
          {t("continue")}
        </Button>
      </div>
    </section>
  )
}

/** Changes of the department since its page was opened. */
function News() {
  const t = useTranslations("departments.editor")
  const common = useTranslations("common")
  const { news, live, merging } = useEditorScreen()
  if (news.kind)
    return (
      <Note text={t(news.kind)}>
        {news.kind === "differs" ? (
          <Button size="sm" onClick={merging.compare}>
            {t("compare")}
          </Button>
        ) : (
          <Button size="sm" onClick={news.dismiss}>
            {common("close")}
          </Button>
        )}
      </Note>
    )
  if (live.isError)
    return (
      <Note text={t("notLive")}>
        <Button size="sm" onClick={() => void live.refetch()}>
          {t("readLive")}
        </Button>
      </Note>
    )
  return live.isFetching ? <QuotaWait variant="line" className="text-ink-muted" /> : null
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-caution-soft px-4 py-2.5 text-caution-ink">
      <Info className="size-4 shrink-0" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 basis-60">
        {text}
      </p>
      {children}
    </div>
  )
}

/** Sticks to the bottom of the window while there are changes, and after they were saved. */
function ChangeBar() {
  const t = useTranslations("departments.editor.bar")
  const { department, saved } = useEditorScreen()
  const isChanged = department.changed.length > 0
  const isShown = isChanged || (saved.last?.written.length ?? 0) > 0
  return (
    <section
      aria-label={t("label")}
      className={
        isShown
          ? "print:hidden sticky bottom-3 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-raised px-4 py-2.5 shadow-popup"
          : "sr-only"
      }
    >
      {isChanged ? <UnsavedBar /> : <SavedBar />}
    </section>
  )
}

function UnsavedBar() {
  const t = useTranslations("departments.editor.bar")
  const { department, review } = useEditorScreen()
  const { changed, form, base, rebase } = department
  const faults = Object.keys(form.formState.errors).length
  return (
    <>
      <p role="status" className="min-w-0 flex-1">
        <span className="font-medium">{t("changes", { count: changed.length })}</span>
        {faults > 0 ? (
          <span className="ml-2 text-critical-ink">{t("faults", { count: faults })}</span>
        ) : null}
      </p>
      <div className="flex gap-2">
        <Button onClick={() => rebase(base, {})}>{t("revertAll")}</Button>
        <Button variant="primary" aria-keyshortcuts="Control+S Meta+S" onClick={review.open}>
          {t("review")}
        </Button>
      </div>
    </>
  )
}

function SavedBar() {
  const t = useTranslations("departments.editor.bar")
  const common = useTranslations("common")
  const { last, undo, dismiss } = useEditorScreen().saved
  const count = last?.written.length ?? 0
  return (
    <>
      <p role="status" className="flex min-w-0 flex-1 items-center gap-2">
        {count > 0 ? (
          <>
            <CircleCheck className="size-4 shrink-0 text-positive-ink" aria-hidden="true" />
            {t("saved", { count })}
          </>
        ) : null}
      </p>
      {count > 0 ? (
        <div className="flex items-center gap-1">
          <Button variant="ghost" onClick={undo}>
            {t("undo")}
          </Button>
          <IconButton label={common("close")} onClick={dismiss}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </>
  )
}

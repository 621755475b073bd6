import { Download, FileText, Pause, Play, Trash2, X } from "lucide-react"
import Link from "next/link"
import { useEffect, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import {
  changeExport,
  type ExportJob,
  exportFileUrl,
  exportManifestUrl,
  pathPrefix,
  removeExport,
  type WishedExportState,
} from "@/lib/client"
import { Badge, type BadgeTone } from "../ui/badge"
import { Button, buttonVariants } from "../ui/button"
import { Card } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { DateTime } from "../ui/date-time"
import { IconButton } from "../ui/icon-button"
import { ProgressBar } from "../ui/progress-bar"
import { useExportChange } from "./build-order"

export interface ExportedList {
  readonly title: string
  /** With the version; parameters in braces. */
  readonly path: string
}

/** An export's progress; indeterminate if the number of rows is unknown. */
function ExportProgress({ job, title }: { job: ExportJob; title: string }) {
  const t = useTranslations("exports")
  const { rows, expectedRows, state } = job
  const share = expectedRows ? Math.min(1, rows / expectedRows) : null
  return (
    <ProgressBar
      label={t("progressOf", { title })}
      text={t("progress", { rows })}
      share={share}
      moves={state === "running" && !job.isWaiting}
    />
  )
}

const minWatchMs = 4000

/**
 * Rows per minute since the page shows the export; undefined for the first seconds, and unless it
 * runs.
 */
function usePace({ state, rows }: Pick<ExportJob, "state" | "rows">): number | undefined {
  const since = useRef<{ readonly at: number; readonly rows: number }>(undefined)
  const [pace, setPace] = useState<number>()
  useEffect(() => {
    if (state !== "running") {
      since.current = undefined
      setPace(undefined)
      return
    }
    const now = performance.now()
    since.current ??= { at: now, rows }
    const watchedMs = now - since.current.at
    if (watchedMs >= minWatchMs)
      setPace(Math.round(((rows - since.current.rows) / watchedMs) * 60_000))
  }, [state, rows])
  return pace
}

type Shown = ExportJob["state"] | "waiting"

const tones = {
  running: "accent",
  waiting: "caution",
  paused: "neutral",
  done: "positive",
  failed: "critical",
  cancelled: "neutral",
} as const satisfies Record<Shown, BadgeTone>

interface ExportCardProps {
  readonly job: ExportJob
  /** Undefined if the list is no longer known. */
  readonly list: ExportedList | undefined
}

export function ExportCard({ job, list }: ExportCardProps) {
  const t = useTranslations("exports")
  const title = list?.title ?? job.operation
  const shown: Shown = job.state === "running" && job.isWaiting ? "waiting" : job.state
  return (
    <Card aria-label={title} className="grid gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="min-w-0 font-medium">{title}</h2>
            <Badge tone={tones[shown]}>{t(`state.${shown}`)}</Badge>
            <Badge tone="outline">{t(`format.${job.format}`)}</Badge>
          </div>
          <p className="mt-1 text-ink-muted text-xs tabular">
            <ExportFigures job={job} />
            {" · "}
            <DateTime value={job.createdAt} />
          </p>
          {list ? (
            <Link
              href={reportOf(job, list.path)}
              prefetch={false}
              className="text-accent-ink text-xs hover:underline"
            >
              {t("openReport")}
            </Link>
          ) : null}
        </div>
        <ExportActions job={job} title={title} />
      </div>
      {job.state === "running" || job.state === "paused" ? (
        <ExportProgress job={job} title={title} />
      ) : null}
      <ExportNote job={job} />
    </Card>
  )
}

/** The address of the report that was exported: the ids of its path, its filters and its order. */
function reportOf({ operation, path, query }: ExportJob, pattern: string): string {
  const segments = path.split("/")
  const ids = pattern
    .split("/")
    .flatMap((part, at) =>
      part.startsWith("{") ? [[`${pathPrefix}${part.slice(1, -1)}`, segments[at] ?? ""]] : [],
    )
  const search = new URLSearchParams([...ids, ...new URLSearchParams(query)])
  return `/reports/${encodeURIComponent(operation)}?${search}`
}

/** Rows so far; while it runs, also the pace and the time left. */
function ExportFigures({ job }: { job: ExportJob }) {
  const t = useTranslations("exports")
  const pace = usePace(job)
  const { rows, expectedRows, state } = job
  const isKnown = expectedRows !== null && rows <= expectedRows && state !== "done"
  const parts = [
    isKnown ? t("progressOfAll", { rows, expected: expectedRows }) : t("progress", { rows }),
  ]
  if (state === "running" && pace) {
    parts.push(t("rate", { pace }))
    if (isKnown) parts.push(t("left", { minutes: Math.floor((expectedRows - rows) / pace) }))
  }
  return parts.join(" · ")
}

function ExportNote({ job: { state, reason, rows, file } }: { job: ExportJob }) {
  const t = useTranslations("exports")
  const errors = useTranslations("errors")
  const part = file && !file.isComplete && rows > 0 ? t("partial") : null
  const known = reason !== null && errors.has(`codes.${reason}.title` as "codes.internal.title")
  const why = known ? errors(`codes.${reason}.title` as "codes.internal.title") : null
  if (state === "cancelled" || !(part || why)) return null
  return <p className="text-ink-muted text-xs">{[why, part].filter(Boolean).join(" · ")}</p>
}

/** The actions for an export's state. */
function ExportActions({ job, title }: { job: ExportJob; title: string }) {
  const t = useTranslations("exports.actions")
  const change = useExportChange((desired: WishedExportState) => changeExport(job.id, desired))
  const removal = useExportChange(() => removeExport(job.id))
  const { state, rows, file } = job
  const isOver = state === "done" || state === "cancelled" || state === "failed"
  const changeTo = (desired: WishedExportState) => () => change.mutate(desired)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === "running" ? (
        <Button size="sm" onClick={changeTo("paused")} disabled={change.isPending}>
          <Pause aria-hidden="true" />
          {t("pause")}
        </Button>
      ) : null}
      {state === "paused" || state === "failed" ? (
        <Button size="sm" onClick={changeTo("running")} disabled={change.isPending}>
          <Play aria-hidden="true" />
          {t("resume")}
        </Button>
      ) : null}
      {file && (file.isComplete || rows > 0) ? <FileLinks job={job} file={file} /> : null}
      {isOver ? (
        <IconButton size="sm" label={t("remove", { title })} onClick={() => removal.mutate()}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      ) : (
        <IconButton size="sm" label={t("cancel", { title })} onClick={changeTo("cancelled")}>
          <X aria-hidden="true" />
        </IconButton>
      )}
      <ChangeProblem error={change.error ?? removal.error} />
    </div>
  )
}

function FileLinks({ job, file }: { job: ExportJob; file: NonNullable<ExportJob["file"]> }) {
  const t = useTranslations("exports.actions")
  const variant = file.isComplete ? "primary" : "secondary"
  return (
    <>
      <a
        href={exportFileUrl(job.id)}
        download={file.name}
        className={buttonVariants({ size: "sm", variant })}
      >
        <Download aria-hidden="true" />
        {file.isComplete ? t("download") : t("downloadPart")}
      </a>
      <a
        href={exportManifestUrl(job.id)}
        download={`${file.name}.manifest.json`}
        className={buttonVariants({ size: "sm", variant: "ghost" })}
      >
        <FileText aria-hidden="true" />
        {t("manifest")}
      </a>
    </>
  )
}

import { Download, FileText, Pause, Play, Trash2, X } from "lucide-react"
import { useTranslations } from "use-intl"
import {
  changeExport,
  type ExportJob,
  exportFileUrl,
  exportManifestUrl,
  removeExport,
  type WishedExportState,
} from "@/lib/client"
import { Button, buttonVariants } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { IconButton } from "../ui/icon-button"
import { useExportChange } from "./use-export-change"

/** What can be done with an export in the state that it is in. */
export function ExportActions({ job, title }: { job: ExportJob; title: string }) {
  const t = useTranslations("exports.actions")
  const change = useExportChange((desired: WishedExportState) => changeExport(job.id, desired))
  const removal = useExportChange(() => removeExport(job.id))
  const { state, rows, file } = job
  const isOver = state === "done" || state === "cancelled" || state === "failed"
  const ask = (desired: WishedExportState) => () => change.mutate(desired)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {state === "running" ? (
        <Button size="sm" onClick={ask("paused")} disabled={change.isPending}>
          <Pause aria-hidden="true" />
          {t("pause")}
        </Button>
      ) : null}
      {state === "paused" || state === "failed" ? (
        <Button size="sm" onClick={ask("running")} disabled={change.isPending}>
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
        <IconButton size="sm" label={t("cancel", { title })} onClick={ask("cancelled")}>
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

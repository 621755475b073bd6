import { TriangleAlert } from "lucide-react"
import type { Problem } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { SettingsLink } from "../ui/settings-link"

export interface WorkspaceNoticeProps {
  /** The faults of the workspace file; without any there is no notice. */
  readonly faults: readonly Problem[]
  /** True if the settings show the faults to the person. */
  readonly editsWorkspace: boolean
}

/**
 * Reports on pages that need the workspace's names that its file is faulty, what still works, and
 * how to fix it.
 */
export async function WorkspaceNotice({ faults, editsWorkspace }: WorkspaceNoticeProps) {
  if (faults.length === 0) return null
  const t = await readTranslator("frame")
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-lg border bg-surface p-4 print:hidden"
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-3">
        <TriangleAlert className="mt-0.5 size-5 shrink-0 text-critical-ink" aria-hidden="true" />
        <div className="min-w-0">
          <p className="font-medium">{t("workspaceFault.title", { count: faults.length })}</p>
          <p className="mt-1 max-w-2xl text-ink-muted">
            {t("workspaceFault.detail")}{" "}
            {editsWorkspace ? t("workspaceFault.editor") : t("workspaceFault.reader")}
          </p>
        </div>
      </div>
      {editsWorkspace ? <SettingsLink /> : null}
    </div>
  )
}

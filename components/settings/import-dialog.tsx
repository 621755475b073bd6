import { useState } from "react"
import { useTranslations } from "use-intl"
import { apiKey } from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ControlledDialog, DialogContent } from "../ui/dialog"
import { FileButton } from "../ui/file-button"
import { FaultTable } from "./fault-table"
import { useFileChange } from "./use-change"
import { importWorkspace } from "./workspace"

export interface ImportDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Imports a workspace file and shows its faults by row. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  return (
    <ControlledDialog isOpen={open} onClose={onClose}>
      {open ? <ImportForm onClose={onClose} /> : null}
    </ControlledDialog>
  )
}

interface Chosen {
  readonly name: string
  /** Undefined if the file is not JSON. */
  readonly json: unknown
}

const readJson = async (file: File): Promise<Chosen> => {
  const text = await file.text()
  try {
    return { name: file.name, json: JSON.parse(text) }
  } catch {
    return { name: file.name, json: undefined }
  }
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations("settings")
  const common = useTranslations("common")
  const [chosen, setChosen] = useState<Chosen>()
  const { busy, outcome, send, forget } = useFileChange(importWorkspace, apiKey("/api/workspace"))
  const { done, faults, problem } = outcome
  const choose = async (file: File) => {
    forget()
    const next = await readJson(file)
    setChosen(next)
    if (next.json !== undefined) await send(next.json, false)
  }
  return (
    <DialogContent
      title={t("import.title")}
      description={t("import.note")}
      className="w-160"
      actions={
        <>
          {!done && faults.length > 0 ? (
            <Button disabled={busy} onClick={() => send(chosen?.json, true)}>
              {t("import.takeGood")}
            </Button>
          ) : null}
          <Button variant={done ? "primary" : "secondary"} onClick={onClose}>
            {common("close")}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label={t("import.choose")}
            accept=".json,application/json"
            disabled={busy}
            variant={done || faults.length > 0 ? "secondary" : "primary"}
            onFile={choose}
          />
          {chosen ? <span className="min-w-0 break-all text-ink-muted">{chosen.name}</span> : null}
        </div>
        {chosen && chosen.json === undefined ? (
          <p role="alert" className="text-critical-ink">
            {t("import.notJson", { file: chosen.name })}
          </p>
        ) : null}
        {done ? (
          <p role="status">
            {t("import.done", {
              added: done.added,
              renamed: done.renamed,
              unchanged: done.unchanged,
            })}
          </p>
        ) : null}
        <ChangeProblem error={problem} />
        <FaultTable faults={faults} taken={done !== undefined} />
      </div>
    </DialogContent>
  )
}

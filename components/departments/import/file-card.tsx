import { Download, FileText, Trash2 } from "lucide-react"
import { type DragEvent, useState } from "react"
import { useTranslations } from "use-intl"
import { type FileSource, fileTypes } from "@/lib/client/files/read-file"
import { buttonVariants } from "../../ui/button"
import { Card, CardHead } from "../../ui/card"
import { cn } from "../../ui/class-names"
import { FileButton } from "../../ui/file-button"
import { IconButton } from "../../ui/icon-button"
import { type ImportFile, useImportScreen } from "./import-draft"

export interface FileCardProps {
  /** A CSV template with the editable columns. */
  readonly template: string
  readonly onFile: (file: File) => void
}

export function FileCard({ template, onFile }: FileCardProps) {
  const t = useTranslations("departments.import.file")
  const { draft, file, change } = useImportScreen()
  const drop = useDrop(onFile)
  return (
    <Card
      aria-label={t("title")}
      {...drop.handlers}
      className={cn(drop.isOver && "bg-accent-soft")}
    >
      <CardHead title={t("title")}>
        <a
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(template)}`}
          download="departments.csv"
          title={t("templateNote")}
          className={buttonVariants({ size: "sm", variant: "ghost" })}
        >
          <Download aria-hidden="true" />
          {t("template")}
        </a>
      </CardHead>
      <div className="flex min-h-16 flex-wrap items-center gap-3 px-4 py-3">
        {draft === null ? null : (
          <>
            <FileText className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
            <div className="min-w-0 flex-1 basis-40">
              <p className="break-words font-medium">{draft.name}</p>
              {file && "table" in file ? <FileSize file={file} source={draft.source} /> : null}
            </div>
          </>
        )}
        <Chooser hasFile={draft !== null} onFile={onFile} />
        {draft === null ? (
          <p className="text-ink-muted max-sm:hidden">{t(drop.isOver ? "dropNow" : "drop")}</p>
        ) : (
          <IconButton label={t("remove")} onClick={() => change(null)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </Card>
  )
}

interface FileSizeProps {
  readonly file: ImportFile
  readonly source: FileSource
}

const separatorNames = { ",": "comma", ";": "semicolon", "\t": "tab" } as const
const encodingNames: Readonly<Record<string, string>> = {
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
}

function FileSize({ file: { table }, source }: FileSizeProps) {
  const { separator } = table
  const rows = table.rows.length
  const t = useTranslations("departments.import.file")
  return (
    <p className="text-ink-muted text-xs tabular">
      {"sheet" in source
        ? t("sheetSize", { rows, sheet: source.sheet, sheets: source.sheets })
        : t("size", { rows, separator: separatorNames[separator ?? ","] })}
      {"encoding" in source && source.encoding !== "utf-8"
        ? ` · ${encodingNames[source.encoding ?? ""] ?? source.encoding}`
        : null}
    </p>
  )
}

interface ChooserProps {
  readonly hasFile: boolean
  readonly onFile: (file: File) => void
}

function Chooser({ hasFile, onFile }: ChooserProps) {
  const t = useTranslations("departments.import.file")
  return (
    <FileButton
      variant={hasFile ? "secondary" : "primary"}
      label={t(hasFile ? "other" : "choose")}
      accept={fileTypes}
      onFile={onFile}
    />
  )
}

function useDrop(onFile: (file: File) => void) {
  const [isOver, setIsOver] = useState(false)
  const holdsFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files")
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!holdsFile(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave(event: DragEvent) {
        const isInside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        if (!isInside) setIsOver(false)
      },
      onDrop(event: DragEvent) {
        if (!holdsFile(event)) return
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      },
    },
  }
}

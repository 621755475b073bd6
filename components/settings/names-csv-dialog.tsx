import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useFormatter, useTranslations } from "use-intl"
import { entryLimit, workspaceNameColumns } from "@/lib/catalogue"
import { apiKey } from "@/lib/client"
import type { EntryKind, KindNames } from "./entry-kinds"
import { NamesFileDialog } from "./names-file-dialog"
import { bringNames } from "./workspace"

interface NamesCsvDialogProps {
  readonly open: boolean
  readonly kinds: readonly EntryKind[]
  readonly kindNames: KindNames
  readonly onClose: () => void
}

/** Adds and changes names of the workspace from a file. */
export function NamesCsvDialog({ open, kinds, kindNames, onClose }: NamesCsvDialogProps) {
  const t = useTranslations("settings")
  const format = useFormatter()
  const client = useQueryClient()
  const router = useRouter()
  return (
    <NamesFileDialog
      open={open}
      title={t("csv.title")}
      note={t("csv.note")}
      columns={workspaceNameColumns}
      maxRows={entryLimit}
      bring={(file, taken) => bringNames(file, kindNames, taken)}
      countOf={({ added, renamed }) => added + renamed}
      say={({ added, renamed, unchanged }, isSaved) =>
        t(isSaved ? "import.done" : "csv.preview", { added, renamed, unchanged })
      }
      onSaved={async () => {
        await client.invalidateQueries({ queryKey: apiKey("/api/workspace") })
        await client.invalidateQueries({ queryKey: apiKey("/api/workspace/names") })
        router.refresh()
      }}
      onClose={onClose}
    >
      <p className="mt-1">{t("csv.formatFacts", { rows: entryLimit })}</p>
      <p className="mt-1">
        {t("csv.kinds", { kinds: format.list(kinds.map(({ title }) => title)) })}
      </p>
    </NamesFileDialog>
  )
}

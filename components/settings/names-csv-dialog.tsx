import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { createTextDecoding, entryLimit, type Problem, toFaulty } from "@/lib/catalogue"
import { apiKey, toProblem } from "@/lib/client"
import { fileTypes } from "@/lib/client/files/read-file"
import { toCsvFile } from "@/lib/client/files/to-csv-file"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ControlledDialog, DialogContent } from "../ui/dialog"
import type { EntryKind, KindNames } from "./entry-kinds"
import { FaultTable } from "./fault-table"
import { FileButton } from "./file-button"
import { bringNames, type NamesFile } from "./workspace"

interface NamesCsvFormProps {
  readonly kinds: readonly EntryKind[]
  readonly kindNames: KindNames
  readonly onClose: () => void
}

/** Adds and changes names from a CSV file, after a preview. */
export function NamesCsvDialog({ open, ...props }: NamesCsvFormProps & { open: boolean }) {
  return (
    <ControlledDialog isOpen={open} onClose={props.onClose}>
      {open ? <NamesCsvForm {...props} /> : null}
    </ControlledDialog>
  )
}

const noText: readonly Problem[] = [{ parameter: "", line: 1, ...toFaulty("no_text_file") }]

/** The text of a file; undefined if it is not text. */
const readText = async (file: File) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const decoding = createTextDecoding()
  try {
    return decoding.next(bytes) + decoding.end()
  } catch {
    return undefined
  }
}

interface Chosen {
  readonly name: string
  readonly csv: string | undefined
}

/** The state of an uploaded file: chosen, previewed, and written once confirmed. */
function useNamesFile(kinds: KindNames) {
  const client = useQueryClient()
  const router = useRouter()
  const [chosen, setChosen] = useState<Chosen>()
  const preview = useMutation({
    mutationFn: (csv: string) => bringNames({ csv, kinds }, "preview"),
  })
  const writing = useMutation({
    mutationFn: ({ take, ...file }: NamesFile & { take: "all" | "good" }) => bringNames(file, take),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: apiKey("/api/workspace") })
      await client.invalidateQueries({ queryKey: apiKey("/api/workspace/names") })
      router.refresh()
    },
  })
  const error = writing.error ?? preview.error
  const problem = error ? toProblem(error) : undefined
  const refused = problem?.code === "invalid_import" ? problem.errors : undefined
  const isText = !chosen || chosen.csv !== undefined
  return {
    chosen,
    busy: preview.isPending || writing.isPending,
    planned: preview.data,
    done: writing.data,
    faults: isText ? (refused ?? writing.data?.errors ?? preview.data?.errors ?? []) : noText,
    problem: refused ? undefined : problem,
    async choose(file: File) {
      preview.reset()
      writing.reset()
      const csv = await readText(await toCsvFile(file, entryLimit))
      setChosen({ name: file.name, csv })
      if (csv !== undefined) preview.mutate(csv)
    },
    write(take: "all" | "good") {
      if (chosen?.csv !== undefined) writing.mutate({ csv: chosen.csv, kinds, take })
    },
  }
}

type NamesFileState = ReturnType<typeof useNamesFile>

function NamesCsvForm({ kinds, kindNames, onClose }: NamesCsvFormProps) {
  const t = useTranslations("settings")
  const file = useNamesFile(kindNames)
  const { chosen, busy, planned, done, faults, problem, choose } = file
  const counts = done ?? planned
  return (
    <DialogContent
      title={t("csv.title")}
      description={t("csv.note")}
      className="w-160"
      actions={<Actions {...file} onClose={onClose} />}
    >
      <div className="space-y-4">
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label={t("csv.choose")}
            accept={fileTypes}
            disabled={busy}
            variant={counts || faults.length > 0 ? "secondary" : "primary"}
            onFile={choose}
          />
          {chosen ? <span className="min-w-0 break-all text-ink-muted">{chosen.name}</span> : null}
        </div>
        <p role="status" className="empty:hidden">
          {counts ? t(done ? "import.done" : "csv.preview", countsOf(counts)) : null}
        </p>
        <ChangeProblem error={problem} />
        <FaultTable faults={faults} taken={done !== undefined} />
        <FileFormat kinds={kinds} />
      </div>
    </DialogContent>
  )
}

type Counts = NonNullable<NamesFileState["planned"]>

const countsOf = ({ added, renamed, unchanged }: Counts) => ({ added, renamed, unchanged })

function Actions(file: NamesFileState & { readonly onClose: () => void }) {
  const { busy, planned, done, faults, write, onClose } = file
  const t = useTranslations("settings.csv")
  const common = useTranslations("common")
  const count = planned ? planned.added + planned.renamed : 0
  const isFaulty = faults.length > 0
  return (
    <>
      <Button variant={done ? "primary" : "secondary"} onClick={onClose}>
        {common(done ? "close" : "cancel")}
      </Button>
      {!done && count > 0 ? (
        <Button
          variant={isFaulty ? "secondary" : "primary"}
          disabled={busy}
          onClick={() => write(isFaulty ? "good" : "all")}
        >
          {isFaulty ? t("takeGood", { count }) : t("write", { count })}
        </Button>
      ) : null}
    </>
  )
}

function FileFormat({ kinds }: { kinds: readonly EntryKind[] }) {
  const t = useTranslations("settings")
  const format = useFormatter()
  const titles = format.list(kinds.map(({ title }) => title))
  return (
    <div className="border-t pt-4 text-ink-muted text-xs">
      <h3 className="font-medium text-ink">{t("names.format")}</h3>
      <p className="mt-1">{t("csv.formatFacts", { rows: entryLimit })}</p>
      <p className="mt-1">{t("csv.kinds", { kinds: titles })}</p>
    </div>
  )
}

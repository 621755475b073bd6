import { useMutation } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTranslations } from "use-intl"
import { type Problem, toFaulty } from "@/lib/catalogue"
import { type NamesFile, type NamesTaken, toProblem } from "@/lib/client"
import { guessUses } from "@/lib/client/files/guess-uses"
import { type NameColumn, nameUses } from "@/lib/client/files/name-columns"
import type { FileTable, UnreadFile } from "@/lib/client/files/read-csv"
import { fileTypes, readStart } from "@/lib/client/files/read-file"
import { toCsvFile } from "@/lib/client/files/to-csv-file"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ColumnUses } from "../ui/column-uses"
import { ControlledDialog, DialogContent } from "../ui/dialog"
import { FileButton } from "../ui/file-button"
import { FaultTable } from "./fault-table"

interface NamesResult {
  readonly errors: readonly Problem[]
}

interface NamesFileProps<Result extends NamesResult> {
  readonly title: string
  readonly note: string
  readonly columns: {
    readonly required: readonly NameColumn[]
    readonly optional: readonly NameColumn[]
  }
  readonly maxRows: number
  readonly bring: (file: NamesFile, taken: NamesTaken) => Promise<Result>
  /** Runs once names are saved. */
  readonly onSaved: () => Promise<unknown>
  /** How many names would be saved. */
  readonly countOf: (planned: Result) => number
  /** What would be saved, or was. */
  readonly say: (result: Result, isSaved: boolean) => string
  /** What a file looks like. */
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Saves names from a file, after a choice of its columns and a preview. */
export function NamesFileDialog<Result extends NamesResult>({
  open,
  ...props
}: NamesFileProps<Result> & { open: boolean }) {
  return (
    <ControlledDialog isOpen={open} onClose={props.onClose}>
      {open ? <NamesFileForm {...props} /> : null}
    </ControlledDialog>
  )
}

/** Why a file cannot be read, as the server would say it. */
const toProblems = ({ fault, line }: UnreadFile): readonly Problem[] => [
  { parameter: "", line, ...toFaulty(fault === "bad_quote" ? fault : "no_text_file") },
]

interface Chosen {
  readonly name: string
  readonly csv: File
  /** Its header and first rows, or why it cannot be read. */
  readonly start: FileTable | UnreadFile
  readonly uses: readonly (string | null)[]
}

/** The state of a file: chosen, previewed, and saved once confirmed. */
function useNamesFile<Result extends NamesResult>({
  columns: { required, optional },
  maxRows,
  bring,
  onSaved,
}: NamesFileProps<Result>) {
  const [chosen, setChosen] = useState<Chosen>()
  const isComplete = ({ uses }: Chosen) => required.every((column) => uses.includes(column))
  const send = ({ csv, uses }: Chosen, taken: NamesTaken) =>
    bring({ file: csv, columns: uses.map((use) => use ?? "").join(",") }, taken)
  const preview = useMutation({ mutationFn: (file: Chosen) => send(file, "preview") })
  const saving = useMutation({
    mutationFn: ({ file, taken }: { file: Chosen; taken: NamesTaken }) => send(file, taken),
    onSuccess: onSaved,
  })
  const error = saving.error ?? preview.error
  const problem = error ? toProblem(error) : undefined
  const refused = problem?.code === "invalid_import" ? problem.errors : undefined
  const unread = chosen && !chosen.start.ok ? toProblems(chosen.start) : undefined
  function plan(next: Chosen) {
    setChosen(next)
    preview.reset()
    saving.reset()
    if (next.start.ok && isComplete(next)) preview.mutate(next)
  }
  return {
    chosen,
    isIncomplete: chosen?.start.ok === true && !isComplete(chosen),
    isBusy: preview.isPending || saving.isPending,
    planned: preview.data,
    saved: saving.data,
    faults: unread ?? refused ?? (saving.data ?? preview.data)?.errors ?? [],
    problem: refused ? undefined : problem,
    async choose(file: File) {
      const csv = await toCsvFile(file, maxRows)
      const start = await readStart(csv)
      const uses = start.ok ? guessUses(start, nameUses([...required, ...optional])) : []
      plan({ name: file.name, csv, start, uses })
    },
    use(uses: Chosen["uses"]) {
      if (chosen) plan({ ...chosen, uses })
    },
    save(taken: NamesTaken) {
      if (chosen) saving.mutate({ file: chosen, taken })
    },
  }
}

type NamesFileState<Result extends NamesResult> = ReturnType<typeof useNamesFile<Result>>

function NamesFileForm<Result extends NamesResult>(props: NamesFileProps<Result>) {
  const { title, note, columns, say, countOf, onClose, children } = props
  const t = useTranslations("settings.csv")
  const file = useNamesFile(props)
  const { chosen, isIncomplete, isBusy, planned, saved, faults, problem } = file
  const result = saved ?? planned
  return (
    <DialogContent
      title={title}
      description={note}
      className="w-180"
      actions={<Actions {...file} countOf={countOf} onClose={onClose} />}
    >
      <div className="space-y-4">
        <div className="flex flex-wrap items-center gap-3">
          <FileButton
            label={t("choose")}
            accept={fileTypes}
            disabled={isBusy}
            variant={chosen ? "secondary" : "primary"}
            onFile={(next) => void file.choose(next)}
          />
          {chosen ? <span className="min-w-0 break-all text-ink-muted">{chosen.name}</span> : null}
        </div>
        {chosen?.start.ok && !saved ? (
          <div className="overflow-hidden rounded-md border">
            <ColumnUses
              table={chosen.start}
              uses={chosen.uses}
              options={[...columns.required, ...columns.optional].map((value) => ({
                value,
                label: t(`columns.${value}`),
              }))}
              onChange={file.use}
            />
          </div>
        ) : null}
        <p role="status" className="empty:hidden">
          {isIncomplete ? t("incomplete", { columns: columns.required.length }) : null}
          {result ? say(result, saved !== undefined) : null}
        </p>
        <ChangeProblem error={problem} />
        <FaultTable faults={faults} taken={saved !== undefined} />
        <div className="border-t pt-4 text-ink-muted text-xs">
          <h3 className="font-medium text-ink">{t("format")}</h3>
          {children}
        </div>
      </div>
    </DialogContent>
  )
}

interface ActionsProps<Result extends NamesResult>
  extends NamesFileState<Result>,
    Pick<NamesFileProps<Result>, "countOf" | "onClose"> {}

function Actions<Result extends NamesResult>(props: ActionsProps<Result>) {
  const { isBusy, planned, saved, faults, save, countOf, onClose } = props
  const t = useTranslations("settings.csv")
  const common = useTranslations("common")
  const count = planned && !saved ? countOf(planned) : 0
  const isFaulty = faults.length > 0
  return (
    <>
      <Button variant={saved ? "primary" : "secondary"} onClick={onClose}>
        {common(saved ? "close" : "cancel")}
      </Button>
      {count > 0 ? (
        <Button
          variant={isFaulty ? "secondary" : "primary"}
          disabled={isBusy}
          onClick={() => save(isFaulty ? "good" : "all")}
        >
          {isFaulty ? t("takeGood", { count }) : t("write", { count })}
        </Button>
      ) : null}
    </>
  )
}

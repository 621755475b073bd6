import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { useRef, useState } from "react"
import { useTranslations } from "use-intl"
import { changeGoal, departmentTreeOptions, goalKeys, type TreeEntry } from "@/lib/client"
import { guessUses } from "@/lib/client/files/guess-uses"
import type { FileTable, UnreadFile } from "@/lib/client/files/read-csv"
import { fileTypes, readFile, readTable } from "@/lib/client/files/read-file"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { ColumnUses } from "../ui/column-uses"
import { useKeyOptions } from "../ui/use-key-options"
import { type ReadTargets, readTargets, targetUses } from "./read-targets"

const maxRows = 5000
/** The maximum number of targets per request. */
const atOnce = 500
const shownProblems = 8

interface TargetFileProps {
  readonly dataSetId: string
  readonly onDone: () => void
}

/** Imports targets from a file: its columns, what would be saved, and what cannot be used. */
export function TargetFile({ dataSetId, onDone }: TargetFileProps) {
  const t = useTranslations("kpis.targets.file")
  const { data } = useQuery(departmentTreeOptions())
  const [table, setTable] = useState<FileTable | UnreadFile>()
  const input = useRef<HTMLInputElement>(null)
  async function bring(file: File) {
    const read = await readFile(file, maxRows)
    setTable(read.ok ? await readTable(read.source, maxRows) : read)
  }
  return (
    <div className="grid gap-3">
      <Button className="justify-self-start" onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" />
        {t("choose")}
      </Button>
      <input
        ref={input}
        type="file"
        accept={fileTypes}
        aria-label={t("choose")}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ""
          if (file) void bring(file)
        }}
      />
      {table && !table.ok ? (
        <p role="alert" className="text-critical-ink">
          {t("unread")}
        </p>
      ) : null}
      {table?.ok && data ? (
        <Targets
          table={table}
          departments={data.departments}
          dataSetId={dataSetId}
          onDone={onDone}
        />
      ) : null}
    </div>
  )
}

interface TargetsProps extends TargetFileProps {
  readonly table: FileTable
  readonly departments: readonly TreeEntry[]
}

function Targets({ table, departments, dataSetId, onDone }: TargetsProps) {
  const t = useTranslations("kpis.targets")
  const client = useQueryClient()
  const keys = useKeyOptions()
  const [chosen, setChosen] = useState<{ of: FileTable; uses: readonly (string | null)[] }>()
  const uses = chosen?.of === table ? chosen.uses : guessUses(table, targetUses(departments))
  const read = readTargets(table, uses, departments)
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      for (let at = 0; at < read.targets.length; at += atOnce)
        await changeGoal(dataSetId, { targets: read.targets.slice(at, at + atOnce) })
    },
    onSettled: () =>
      Promise.all(goalKeys.map((queryKey) => client.invalidateQueries({ queryKey }))),
    onSuccess: onDone,
  })
  return (
    <>
      <ColumnUses
        table={table}
        uses={uses}
        options={[
          ...keys,
          { value: "month", label: t("file.month") },
          { value: "value", label: t("file.value") },
        ]}
        onChange={(next) => setChosen({ of: table, uses: next })}
      />
      {read.missing ? (
        <p role="status" className="text-caution-ink">
          {t(`file.missing.${read.missing}`)}
        </p>
      ) : null}
      <Problems problems={read.problems} />
      <ChangeProblem error={error} />
      <Button
        variant="primary"
        className="justify-self-end"
        disabled={isPending || read.targets.length === 0}
        onClick={() => mutate()}
      >
        {t("save", { count: read.targets.length })}
      </Button>
    </>
  )
}

/** The first rows that are not targets; these are skipped. */
function Problems({ problems }: Pick<ReadTargets, "problems">) {
  const t = useTranslations("kpis.targets.file")
  if (problems.length === 0) return null
  return (
    <div role="status" className="rounded-md bg-caution-soft px-3 py-2 text-caution-ink">
      <p className="font-medium">{t("left", { count: problems.length })}</p>
      <ul className="list-disc pl-4 text-xs">
        {problems.slice(0, shownProblems).map(({ line, fault, text }) => (
          <li key={line} className="break-words">
            {t("line", { line })} {t(`faults.${fault}`, { text })}
          </li>
        ))}
      </ul>
    </div>
  )
}

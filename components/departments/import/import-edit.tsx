"use client"

import { useEffect, useId, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { ExportColumn } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { batchLimit } from "../../edits/batches"
import { impossibleChanges } from "../../edits/plan-changes"
import { PlanProvider, usePlan, usePlanning, useStartBatch } from "../../edits/use-plan"
import { Card, CardBody, CardHead } from "../../ui/card"
import { Checkbox } from "../../ui/checkbox"
import { CrumbName } from "../../ui/crumb-name"
import { useFieldLabel } from "../../ui/use-field-label"
import { batchTitle } from "../bulk/batch-state"
import type { BulkEditProps } from "../bulk/bulk-edit"
import { PlanCard } from "../bulk/plan-card"
import {
  useDepartmentFields,
  useDepartmentSchemas,
  usePlanRules,
  WithDepartments,
} from "../bulk/with-departments"
import { FileCard } from "./file-card"
import { FileFaultNotice, FileFindings } from "./file-findings"
import { ImportContext, type ImportDraft, useImportDraft } from "./import-draft"
import { emptyWord } from "./read-cell"
import { type ColumnFacts, keyFields } from "./read-columns"
import { type CsvTable, fileLimit } from "./read-csv"
import {
  type ReadableFile,
  readFile,
  readImport,
  readTable,
  type UnreadableFile,
} from "./read-import"

const mebibyte = 1024 * 1024
const [id, externalId] = keyFields
const example = '["da-DK","en-GB"]'

/** What a file has to be. */
function FormatCard() {
  const t = useTranslations("departments.import.format")
  const emptyCells = useTranslations("departments.import.emptyCells")
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody>
        <ul className="max-w-3xl list-disc space-y-1 pl-4 text-ink-muted">
          <li>{t("encoding", { rows: batchLimit, size: fileLimit / mebibyte })}</li>
          <li>{t("key", { id, externalId })}</li>
          <li>{t("columns")}</li>
          <li className="text-ink">
            {t("empty", { word: emptyWord, clear: emptyCells("clear") })}
          </li>
          <li>{t("lists", { example })}</li>
        </ul>
      </CardBody>
    </Card>
  )
}

/** What columns a file may have, in the reader's language. */
function useColumnFacts(known: readonly ExportColumn[]): ColumnFacts {
  const fields = useDepartmentFields()
  const schemas = useDepartmentSchemas()
  const labelOf = useFieldLabel()
  return useMemo(
    () => ({
      known,
      fields,
      open: new Set(Object.keys(schemas)),
      labelOf: (id) => id.split(".").map(labelOf).join(" · "),
    }),
    [known, fields, schemas, labelOf],
  )
}

const none: readonly string[] = []

/** What a file wants; undefined without one, and while it is being read. */
function useImportFile(
  draft: ImportDraft | null,
  facts: ColumnFacts,
  departments: readonly TreeEntry[],
): ReadableFile | UnreadableFile | undefined {
  const source = draft?.source
  const clearing = draft?.clears ?? none
  const [read, setRead] = useState<{ of: ImportDraft["source"]; table: CsvTable }>()
  useEffect(() => {
    if (source === undefined) return
    let isOver = false
    void readTable(source).then((table) => {
      if (!isOver) setRead({ of: source, table })
    })
    return () => {
      isOver = true
    }
  }, [source])
  const table = read && read.of === source ? read.table : undefined
  return useMemo(
    () => table && readImport(table, facts, departments, clearing),
    [table, facts, departments, clearing],
  )
}

interface ImportEditProps extends BulkEditProps {
  /** The columns of the report's export. */
  readonly columns: readonly ExportColumn[]
}

/** Changes departments by the rows of a file: the file, its faults, their plan, and the sending. */
export function ImportEdit({ list, columns }: ImportEditProps) {
  const t = useTranslations("departments.import")
  return (
    <>
      <CrumbName id="import" name={t("title")} />
      <WithDepartments>
        {(departments) => <ImportForm list={list} columns={columns} departments={departments} />}
      </WithDepartments>
      <FormatCard />
    </>
  )
}

interface ImportFormProps extends ImportEditProps {
  readonly departments: readonly TreeEntry[]
}

function ImportForm({ list, columns, departments }: ImportFormProps) {
  const facts = useColumnFacts(columns)
  const [draft, setDraft] = useImportDraft()
  const [unread, setUnread] = useState<UnreadableFile>()
  const startBatch = useStartBatch()
  const file = useImportFile(draft, facts, departments)
  const plan = usePlanning({
    list,
    desired: file?.ok ? file.plan.desired : [],
    known: departments.length,
    rules: usePlanRules(departments),
    async send(items) {
      await startBatch({ title: batchTitle(draft?.name ?? ""), items })
      setDraft(null)
    },
  })
  const change = (next: ImportDraft | null) => {
    plan.reset()
    setUnread(undefined)
    setDraft(next)
  }
  async function bring(chosen: File) {
    const read = await readFile(chosen)
    change(
      read.ok ? { name: chosen.name, source: read.source, takesGood: false, clears: [] } : null,
    )
    if (!read.ok) setUnread(read)
  }
  const ids = columns.map(({ id }) => id)
  const open = ids.filter((id) => facts.open.has(id.split(".")[0] ?? ""))
  const template = `\uFEFF${[keyFields[0], ...open].join(",")}\r\n`
  return (
    <ImportContext value={{ draft, file, change }}>
      <FileCard template={template} onFile={bring} />
      {unread ? <FileFaultNotice file={unread} /> : null}
      {file && !file.ok ? <FileFaultNotice file={file} /> : null}
      {draft && file?.ok ? (
        <PlanProvider value={plan}>
          <FileFindings file={file} />
          <ImportPlan file={file} />
        </PlanProvider>
      ) : null}
    </ImportContext>
  )
}

const faultyRows = ({ plan }: ReadableFile) => new Set(plan.problems.map(({ line }) => line)).size

/** The plan of a file; where rows cannot be changed, somebody has to agree to leave them out. */
function ImportPlan({ file }: { readonly file: ReadableFile }) {
  const t = useTranslations("departments.import")
  const [draft, setDraft] = useImportDraft()
  const { state } = usePlan()
  const impossible = state.step === "ready" ? impossibleChanges(state.items).length : 0
  const bad = faultyRows(file) + impossible
  const takesGood = draft?.takesGood ?? false
  return (
    <PlanCard
      missing={file.plan.desired.length === 0 ? t("nothing") : undefined}
      mayNotSend={bad > 0 && !takesGood}
      condition={
        bad > 0 ? (
          <TakeGood
            count={bad}
            checked={takesGood}
            onChange={(next) => draft && setDraft({ ...draft, takesGood: next })}
          />
        ) : undefined
      }
    />
  )
}

interface TakeGoodProps {
  /** How many rows are left out. */
  readonly count: number
  readonly checked: boolean
  readonly onChange: (takesGood: boolean) => void
}

/** Nothing is sent of a file with faults before somebody agrees to leave them out. */
function TakeGood({ count, checked, onChange }: TakeGoodProps) {
  const t = useTranslations("departments.import")
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <Checkbox
        className="mt-0.5"
        aria-labelledby={id}
        checked={checked}
        onCheckedChange={onChange}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the box beside it is reached by keyboard; the text only widens it for pointers */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span id={id} onClick={() => onChange(!checked)} className="cursor-default">
        {t("takeGood", { count })}
      </span>
    </div>
  )
}

"use client"

import { useEffect, useId, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { ExportColumn } from "@/lib/catalogue"
import { batchLimit, type TreeEntry } from "@/lib/client"
import { Card, CardBody, CardHead } from "../../ui/card"
import { Checkbox } from "../../ui/checkbox"
import { CrumbName } from "../../ui/crumb-name"
import { useFieldLabel } from "../../ui/use-field-label"
import { batchTitle } from "../bulk/batch-title"
import type { BulkEditProps } from "../bulk/bulk-edit"
import { DryRunCard } from "../bulk/dry-run-card"
import { useDepartmentFields, useDepartmentSchemas } from "../bulk/use-department-schemas"
import { type DryRunSetup, type DryRunState, useDryRun } from "../bulk/use-dry-run"
import { useSendBatch } from "../bulk/use-send-batch"
import { WithDepartments } from "../bulk/with-departments"
import { EmptyCellsCard } from "./empty-cells-card"
import { FaultCard, FileFaultNotice } from "./fault-card"
import { FileCard } from "./file-card"
import { type ImportDraft, useImportDraft } from "./import-draft"
import { emptyWord } from "./read-cell"
import { type ColumnFacts, keyFields } from "./read-columns"
import { type CsvTable, fileLimit } from "./read-csv"
import { readFile, readTable } from "./read-file"
import { type ReadableFile, readImport, type UnreadableFile } from "./read-import"

const mebibyte = 1024 * 1024
const [id, externalId] = keyFields
const example = '["da-DK","en-GB"]'

/** What a file must look like. */
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

/** What a file asks for; undefined without one, and while it is being read. */
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

/** Changes departments by the rows of a file: the file, its faults, a dry run, and the sending. */
export function ImportEdit({ list, columns }: ImportEditProps) {
  const t = useTranslations("departments.import")
  const schemas = useDepartmentSchemas()
  return (
    <>
      <CrumbName id="import" name={t("title")} />
      <WithDepartments>
        {(departments) => <ImportForm {...{ list, columns, schemas, departments }} />}
      </WithDepartments>
      <FormatCard />
    </>
  )
}

type FormProps = DryRunSetup & Pick<ImportEditProps, "columns">

function ImportForm({ columns, ...setup }: FormProps) {
  const facts = useColumnFacts(columns)
  const [draft, setDraft] = useImportDraft()
  const dryRun = useDryRun(setup)
  const [unread, setUnread] = useState<UnreadableFile>()
  const file = useImportFile(draft, facts, setup.departments)
  const put = (next: ImportDraft | null) => {
    dryRun.reset()
    setUnread(undefined)
    setDraft(next)
  }
  async function bring(chosen: File) {
    const read = await readFile(chosen)
    put(read.ok ? { name: chosen.name, source: read.source, takesGood: false, clears: [] } : null)
    if (!read.ok) setUnread(read)
  }
  const ids = columns.map(({ id }) => id)
  const open = ids.filter((id) => facts.open.has(id.split(".")[0] ?? ""))
  return (
    <>
      <FileCard
        name={draft?.name}
        file={file?.ok ? file : undefined}
        source={draft?.source}
        template={`\uFEFF${[keyFields[0], ...open].join(",")}\r\n`}
        onFile={bring}
        onRemove={() => put(null)}
      />
      {unread ? <FileFaultNotice file={unread} /> : null}
      {file && !file.ok ? <FileFaultNotice file={file} /> : null}
      {draft && file?.ok ? <Import {...{ draft, file, dryRun, setup }} onDraft={setDraft} /> : null}
    </>
  )
}

interface ImportProps {
  readonly draft: ImportDraft
  readonly file: ReadableFile
  readonly dryRun: ReturnType<typeof useDryRun>
  readonly setup: DryRunSetup
  readonly onDraft: (draft: ImportDraft | null) => void
}

/** How many rows of the dry run cannot be changed. */
const impossibleIn = (state: DryRunState) =>
  state.step === "ready" ? state.items.filter((item) => item.state === "impossible").length : 0

const faultyRows = ({ plan }: ReadableFile) => new Set(plan.problems.map(({ line }) => line)).size

function Import({ draft, file, dryRun, setup, onDraft }: ImportProps) {
  const t = useTranslations("departments.import")
  const sending = useSendBatch(() => onDraft(null))
  const { list, departments } = setup
  const { aims } = file.plan
  const bad = faultyRows(file) + impossibleIn(dryRun.state)
  return (
    <>
      <FaultCard file={file} />
      <EmptyCellsCard
        columns={file.emptyCells}
        clears={draft.clears}
        onClears={(clears) => {
          dryRun.reset()
          onDraft({ ...draft, clears })
        }}
      />
      <Remarks file={file} />
      <DryRunCard
        dryRun={dryRun}
        list={list}
        wanted={aims.length}
        known={departments.length}
        missing={aims.length === 0 ? t("nothing") : undefined}
        onRun={() => dryRun.run(aims)}
        sending={sending}
        onSend={(items) => sending.send(batchTitle(draft.name), items)}
        mayNotSend={bad > 0 && !draft.takesGood}
        condition={
          bad > 0 ? (
            <TakeGood
              count={bad}
              checked={draft.takesGood}
              onChange={(takesGood) => onDraft({ ...draft, takesGood })}
            />
          ) : undefined
        }
      />
    </>
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

function Remarks({ file: { fixedColumns, plan } }: { file: ReadableFile }) {
  const t = useTranslations("departments.import")
  if (fixedColumns.length === 0 && plan.unasked === 0) return null
  return (
    <div className="space-y-1 text-ink-muted text-xs">
      {fixedColumns.length > 0 ? <p>{t("left", { names: fixedColumns.join(", ") })}</p> : null}
      {plan.unasked > 0 ? <p>{t("unasked", { count: plan.unasked })}</p> : null}
    </div>
  )
}

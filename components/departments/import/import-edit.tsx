"use client"

import { useId, useState } from "react"
import { useTranslations } from "use-intl"
import type { ExportColumn } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import type { UnreadFile } from "@/lib/client/files/read-csv"
import { fileLimit, readFile } from "@/lib/client/files/read-file"
import { batchLimit } from "../../edits/batches"
import { impossibleChanges } from "../../edits/plan-changes"
import { PlanProvider, usePlan, usePlanning, useStartBatch } from "../../edits/use-plan"
import { Card, CardBody, CardHead } from "../../ui/card"
import { Checkbox } from "../../ui/checkbox"
import { CrumbName } from "../../ui/crumb-name"
import { batchTitle } from "../bulk/batch-state"
import type { BulkEditProps } from "../bulk/bulk-edit"
import { PlanCard } from "../bulk/plan-card"
import { usePlanRules, WithDepartments } from "../bulk/with-departments"
import { ColumnsCard } from "./columns-card"
import { FileCard } from "./file-card"
import { FileFaultNotice, FileFindings } from "./file-findings"
import { openColumns } from "./import-columns"
import { ImportContext, type ImportDraft, useImportDraft, useImportScreen } from "./import-draft"
import type { ImportPlan } from "./plan-import"
import { emptyWord } from "./read-cell"
import { useColumnFacts, useImportFile } from "./use-import-file"
import { WarningsChoice } from "./warnings-choice"

const mebibyte = 1024 * 1024
const example = '["da-DK","en-GB"]'

/** The required format. */
function FormatCard() {
  const t = useTranslations("departments.import.format")
  const emptyCells = useTranslations("departments.import.emptyCells")
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody>
        <ul className="max-w-3xl list-disc space-y-1 pl-4 text-ink-muted">
          <li>{t("encoding", { rows: batchLimit, size: fileLimit / mebibyte })}</li>
          <li>{t("key")}</li>
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

interface ImportEditProps extends BulkEditProps {
  /** The columns of the report's export. */
  readonly columns: readonly ExportColumn[]
}

/** Changes departments from a file: the file, its faults, the plan, and the sending. */
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
  const [unread, setUnread] = useState<UnreadFile>()
  const startBatch = useStartBatch()
  const file = useImportFile(draft, facts, departments)
  const readable = file && "table" in file ? file : undefined
  const plan = usePlanning({
    list,
    desired: readable?.plan?.desired ?? [],
    known: departments.length,
    rules: usePlanRules(departments),
    accepted: draft?.accepted,
    async send(items) {
      await startBatch({ title: batchTitle(draft?.name ?? ""), items })
      setDraft(null)
    },
  })
  const change = (next: ImportDraft | null) => {
    // The plan is valid as long as the file and its columns stay the same.
    if (
      next?.source !== draft?.source ||
      next?.uses !== draft?.uses ||
      next?.clears !== draft?.clears
    )
      plan.reset()
    setUnread(undefined)
    setDraft(next)
  }
  async function bring(chosen: File) {
    const read = await readFile(chosen, batchLimit)
    const brought = { name: chosen.name, takesGood: false, clears: [], accepted: [] }
    change(read.ok ? { ...brought, source: read.source } : null)
    if (!read.ok) setUnread(read)
  }
  const open = openColumns(facts).map(({ id }) => id)
  const template = `\uFEFF${["id", ...open.filter((id) => id !== "phoneNumber")].join(",")}\r\n`
  return (
    <ImportContext value={{ draft, file, change }}>
      <FileCard template={template} onFile={bring} />
      {unread ? <FileFaultNotice file={unread} /> : null}
      {file && !("table" in file) ? <FileFaultNotice file={file} /> : null}
      {draft && readable ? (
        <PlanProvider value={plan}>
          <ColumnsCard file={readable} facts={facts} />
          <FileFindings file={readable} />
          {readable.plan ? <ImportPlanCard plan={readable.plan} /> : null}
        </PlanProvider>
      ) : null}
    </ImportContext>
  )
}

const faultyRows = ({ problems }: ImportPlan) => new Set(problems.map(({ line }) => line)).size

/** The plan of a file. If rows cannot be changed, the person must agree to skip them. */
function ImportPlanCard({ plan }: { readonly plan: ImportPlan }) {
  const t = useTranslations("departments.import")
  const { draft, change } = useImportScreen()
  const { state } = usePlan()
  const impossible = state.step === "ready" ? impossibleChanges(state.items).length : 0
  const bad = faultyRows(plan) + impossible
  const takesGood = draft?.takesGood ?? false
  return (
    <PlanCard
      missing={plan.desired.length === 0 ? t("nothing") : undefined}
      mayNotSend={bad > 0 && !takesGood}
      condition={
        <>
          <WarningsChoice />
          {bad > 0 ? (
            <TakeGood
              count={bad}
              checked={takesGood}
              onChange={(next) => draft && change({ ...draft, takesGood: next })}
            />
          ) : null}
        </>
      }
    />
  )
}

interface TakeGoodProps {
  /** How many rows are skipped. */
  readonly count: number
  readonly checked: boolean
  readonly onChange: (takesGood: boolean) => void
}

/** Confirms that faulty rows are skipped; required before anything is sent. */
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

"use client"

import { useMemo } from "react"
import { useTranslations } from "use-intl"
import { checkDepartment, type ListOperation, type Row } from "@/lib/catalogue"
import { batchLimit } from "@/lib/client"
import { useValueWords } from "../../edits/use-value-words"
import { CrumbName } from "../../ui/crumb-name"
import { useFieldLabel } from "../../ui/use-field-label"
import { useSelection } from "../selection-store"
import { batchTitle } from "./batch-title"
import { noBulkDraft, readBulkDraft, useBulkDraft } from "./bulk-draft"
import { BulkFields } from "./bulk-fields"
import { ChosenDepartments } from "./chosen-departments"
import { DryRunCard } from "./dry-run-card"
import type { Aim } from "./plan-dry-run"
import { useDepartmentSchemas } from "./use-department-schemas"
import { type DryRunSetup, useDryRun } from "./use-dry-run"
import { useSendBatch } from "./use-send-batch"
import { WithDepartments } from "./with-departments"

export interface BulkEditProps {
  /** The list that shows departments whole. */
  readonly list: ListOperation
}

/** Sets the same fields of several departments: which, what, a dry run, and the sending. */
export function BulkEdit({ list }: BulkEditProps) {
  const t = useTranslations("departments.bulk")
  const schemas = useDepartmentSchemas()
  return (
    <>
      <CrumbName id="bulk" name={t("title")} />
      <WithDepartments>
        {(departments) => <BulkForm {...{ list, schemas, departments }} />}
      </WithDepartments>
    </>
  )
}

/** What is done, in a line: a single field with its value, several by name. */
function useTitle(list: ListOperation) {
  const labelOf = useFieldLabel()
  const say = useValueWords(list)
  return (values: Row): string => {
    const [only, ...others] = Object.entries(values)
    const title =
      only && others.length === 0
        ? `${labelOf(only[0])}: ${say(...only)}`
        : Object.keys(values).map(labelOf).join(", ")
    return batchTitle(title)
  }
}

const aimsOf = (ids: readonly string[], values: Row): Aim[] =>
  ids.map((id) => ({ id, reach: (current) => ({ ...current, ...values }) }))

function BulkForm({ list, schemas, departments }: DryRunSetup) {
  const [selected, select] = useSelection()
  const [draft, setDraft] = useBulkDraft()
  const dryRun = useDryRun({ list, schemas, departments })
  const titleOf = useTitle(list)
  const { wanted, unfilled } = useMemo(() => readBulkDraft(draft), [draft])
  const { problems } = useMemo(() => checkDepartment(schemas, wanted), [schemas, wanted])
  const sending = useSendBatch(() => setDraft(noBulkDraft))
  const change = (write: () => void) => {
    dryRun.reset()
    write()
  }
  return (
    <>
      <ChosenDepartments
        departments={departments}
        selected={selected}
        onSelect={(ids) => change(() => select(ids))}
      />
      <BulkFields
        draft={draft}
        unfilled={unfilled}
        problems={problems}
        onDraft={(next) => change(() => setDraft(next))}
      />
      <DryRunCard
        dryRun={dryRun}
        list={list}
        wanted={selected.length}
        known={departments.length}
        missing={useMissing(selected, { wanted, unfilled }, problems.length > 0)}
        onRun={() => dryRun.run(aimsOf(selected, wanted))}
        sending={sending}
        onSend={(items) => sending.send(titleOf(wanted), items)}
      />
    </>
  )
}

/** What has to be done before a dry run can begin. */
function useMissing(
  selected: readonly string[],
  { wanted, unfilled }: ReturnType<typeof readBulkDraft>,
  isFaulty: boolean,
) {
  const t = useTranslations("departments.bulk.missing")
  const labelOf = useFieldLabel()
  if (selected.length === 0) return t("departments")
  if (selected.length > batchLimit) return t("tooMany", { limit: batchLimit })
  if (unfilled.length > 0) return t("values", { names: unfilled.map(labelOf).join(", ") })
  if (Object.keys(wanted).length === 0) return t("fields")
  return isFaulty ? t("faults") : undefined
}

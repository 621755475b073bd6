"use client"

import { useEffect, useMemo, useRef } from "react"
import { useTranslations } from "use-intl"
import { checkDepartment, type ListOperation, type Row } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { batchLimit } from "../../edits/batches"
import { useDepartmentLabel, useFormatValue } from "../../edits/format-value"
import type { DesiredChange } from "../../edits/plan-changes"
import { PlanProvider, usePlanning, useStartBatch } from "../../edits/use-plan"
import { CrumbName } from "../../ui/crumb-name"
import { useSelection } from "../selection-store"
import { batchTitle } from "./batch-state"
import {
  BulkContext,
  type BulkScreen,
  noBulkDraft,
  readBulkDraft,
  useBulkDraft,
  useBulkScreen,
} from "./bulk-draft"
import { BulkFields } from "./bulk-fields"
import { ChosenDepartments } from "./chosen-departments"
import { PlanCard } from "./plan-card"
import { usePlanRules, WithDepartments } from "./with-departments"

export interface BulkEditProps {
  /** The list that returns complete departments. */
  readonly list: ListOperation
}

export function BulkEdit({ list }: BulkEditProps) {
  const t = useTranslations("departments.bulk")
  return (
    <>
      <CrumbName id="bulk" name={t("title")} />
      <WithDepartments>
        {(departments) => <BulkForm list={list} departments={departments} />}
      </WithDepartments>
    </>
  )
}

/** A one-line summary: a single field with its value, several by name. */
function useTitle(list: ListOperation) {
  const labelOf = useDepartmentLabel()
  const formatValue = useFormatValue(list)
  return (values: Row): string => {
    const [only, ...others] = Object.entries(values)
    const title =
      only && others.length === 0
        ? `${labelOf(only[0])}: ${formatValue(...only)}`
        : Object.keys(values).map(labelOf).join(", ")
    return batchTitle(title)
  }
}

const desiredChanges = (
  ids: readonly string[],
  { desired, each }: Pick<ReturnType<typeof readBulkDraft>, "desired" | "each">,
): DesiredChange[] =>
  ids.map((id) => ({
    id,
    desire: (current) => ({ target: { ...current, ...desired, ...each.get(id) } }),
  }))

interface BulkFormProps extends BulkEditProps {
  readonly departments: readonly TreeEntry[]
}

function BulkForm({ list, departments }: BulkFormProps) {
  const [selected, select] = useSelection()
  const [draft, setDraft] = useBulkDraft()
  // Reading a pasted column takes a while, during which other values can be entered.
  const draftNow = useRef(draft)
  useEffect(() => {
    draftNow.current = draft
  }, [draft])
  const rules = usePlanRules(departments)
  const titleOf = useTitle(list)
  const startBatch = useStartBatch()
  const read = useMemo(() => readBulkDraft(draft), [draft])
  const { desired, each, unfilled } = read
  const { problems } = useMemo(() => checkDepartment(rules.schemas, desired), [rules, desired])
  const plan = usePlanning({
    list,
    desired: useMemo(() => desiredChanges(selected, read), [selected, read]),
    known: departments.length,
    rules,
    async send(items) {
      await startBatch({
        title: titleOf({ ...Object.assign({}, ...each.values()), ...desired }),
        items,
      })
      setDraft(noBulkDraft)
    },
  })
  const screen: BulkScreen = {
    departments,
    selected,
    select(ids) {
      plan.reset()
      select(ids)
    },
    draft,
    setDraft(next) {
      plan.reset()
      setDraft(next)
    },
    setRows(name, values) {
      plan.reset()
      const latest = draftNow.current
      const rows = { ...latest.rows, [name]: { ...latest.rows[name], ...values } }
      draftNow.current = { ...latest, rows }
      setDraft(draftNow.current)
    },
    unfilled,
    problems,
  }
  return (
    <BulkContext value={screen}>
      <ChosenDepartments />
      <BulkFields />
      <PlanProvider value={plan}>
        <BulkPlan isEmpty={Object.keys(desired).length === 0 && each.size === 0} />
      </PlanProvider>
    </BulkContext>
  )
}

/** The plan, or what is missing before it can start. */
function BulkPlan({ isEmpty }: { readonly isEmpty: boolean }) {
  const t = useTranslations("departments.bulk.missing")
  const labelOf = useDepartmentLabel()
  const { selected, unfilled, problems } = useBulkScreen()
  const findMissing = () => {
    if (selected.length === 0) return t("departments")
    if (selected.length > batchLimit) return t("tooMany", { limit: batchLimit })
    if (unfilled.length > 0) return t("values", { names: unfilled.map(labelOf).join(", ") })
    if (isEmpty) return t("fields")
    return problems.length > 0 ? t("faults") : undefined
  }
  return <PlanCard missing={findMissing()} />
}

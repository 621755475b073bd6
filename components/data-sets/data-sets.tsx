"use client"

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { findCopy, type SyncStatus, syncOptions } from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { ReadProblem } from "../ui/read-problem"
import { SearchField } from "../ui/search-field"
import { CopyRow, RowLink } from "./copy-row"
import { DataSetTrend } from "./data-set-trend"
import { FirstCost, FirstCostIntro, useFirstCost } from "./first-cost"
import { copyRights, departmentList, type NamedDataSet, pointsOf } from "./listed-copy"
import { OtherCopies } from "./other-copies"
import { UnknownRow } from "./unknown-row"

export interface DataSetsProps {
  /** The list of data points. */
  readonly operation: ListOperation
  readonly dataSets: readonly NamedDataSet[]
  readonly isAdministrator: boolean
}

const searchedFrom = 8

/** Every data set of the workspace with its copy, and the copy of the departments. */
export function DataSets({ operation, dataSets, isAdministrator }: DataSetsProps) {
  const { data: copies, error, isPending, refetch } = useQuery(syncOptions())
  const shared = { copies, isPending, isAdministrator }
  return (
    <>
      {error && !copies ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {dataSets.length > 0 ? (
        <DataSetCard operation={operation} dataSets={dataSets} {...shared} />
      ) : null}
      {copies ? <OtherCopies copies={copies} dataSets={dataSets} /> : null}
      {dataSets.length > 0 ? <DepartmentsCard {...shared} /> : null}
    </>
  )
}

interface CopiesProps {
  /** Undefined until they are known. */
  readonly copies: readonly SyncStatus[] | undefined
  /** They are on their way. */
  readonly isPending: boolean
  readonly isAdministrator: boolean
}

function DataSetCard({ operation, dataSets, copies, isPending }: DataSetsProps & CopiesProps) {
  const t = useTranslations("dataSets")
  const common = useTranslations("common")
  const [sought, setSought] = useState("")
  const found = dataSets.filter(({ name }) =>
    name.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase()),
  )
  const copied = copies
    ? dataSets.filter(({ id }) => findCopy(copies, pointsOf(id))?.isComplete)
    : []
  const cost = useFirstCost(operation.id)
  const isCostly = copies !== undefined && copied.length < dataSets.length
  return (
    <Card aria-labelledby="data-sets">
      <CardHead
        id="data-sets"
        title={copies ? t("summary", { copied: copied.length, all: dataSets.length }) : t("title")}
      >
        {dataSets.length > searchedFrom ? (
          <SearchField label={t("find")} value={sought} onChange={setSought} />
        ) : null}
      </CardHead>
      {isCostly && cost ? (
        <p className="border-b bg-sunken px-4 py-2 text-ink-muted text-xs">
          <FirstCostIntro cost={cost} />
        </p>
      ) : null}
      <ul className="divide-y">
        {found.map((dataSet) => (
          <li key={dataSet.id}>
            {copies ? (
              <DataSetRow {...{ operation, dataSet, copies, cost }} />
            ) : (
              <UnknownRow
                name={<RowLink href={`/kpis/${dataSet.id}`} name={dataSet.name} />}
                unit={dataSet.unit}
                isPending={isPending}
              />
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="p-4 text-ink-muted">{common("noMatches")}</p> : null}
    </Card>
  )
}

interface DataSetRowProps {
  readonly operation: ListOperation
  readonly dataSet: NamedDataSet
  readonly copies: readonly SyncStatus[]
  readonly cost: ReturnType<typeof useFirstCost>
}

function DataSetRow({ operation, dataSet, copies, cost }: DataSetRowProps) {
  const { id, name, unit } = dataSet
  const list = pointsOf(id)
  const copy = findCopy(copies, list)
  return (
    <CopyRow
      listed={{ name, list, copy }}
      rights={copyRights(copy, true)}
      href={`/kpis/${id}`}
      unit={unit}
      uncopied={<FirstCost cost={cost} />}
      trend={copy?.isComplete ? <DataSetTrend {...{ operation, dataSet, copy }} /> : null}
    />
  )
}

function DepartmentsCard({ copies, isPending, isAdministrator }: CopiesProps) {
  const t = useTranslations("dataSets.departments")
  if (!copies)
    return (
      <Card>
        <UnknownRow name={t("title")} detail={t("detail")} isPending={isPending} />
      </Card>
    )
  const copy = findCopy(copies, departmentList)
  const whose = copy || isAdministrator ? "" : ` ${t("administrators")}`
  return (
    <Card>
      <CopyRow
        listed={{ name: t("title"), list: departmentList, copy }}
        rights={copyRights(copy, isAdministrator)}
        uncopied={null}
        detail={`${t("detail")}${whose}`}
      />
    </Card>
  )
}

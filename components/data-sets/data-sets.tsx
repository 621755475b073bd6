"use client"

import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { findCopy, type SyncStatus, syncOptions } from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { SearchField } from "../ui/search-field"
import { Skeleton } from "../ui/skeleton"
import { CopyRow, RowLink } from "./copy-row"
import { DataSetTrend } from "./data-set-trend"
import { FirstCost, FirstCostIntro, useFirstCost } from "./first-cost"
import { departmentList, type NamedDataSet, pointsOf } from "./listed-copy"

export interface DataSetsProps {
  /** The list of data points. */
  readonly operation: ListOperation
  readonly dataSets: readonly NamedDataSet[]
  readonly isAdministrator: boolean
}

const searchedFrom = 8

/** Every data set of the workspace with its copy, and the copy of the departments. */
export function DataSets({ operation, dataSets, isAdministrator }: DataSetsProps) {
  const { data: copies, error } = useQuery(syncOptions())
  return (
    <>
      {error && !copies ? <ChangeProblem error={error} /> : null}
      <DataSetCard {...{ operation, dataSets, copies, isAdministrator }} />
      <DepartmentsCard copies={copies} isAdministrator={isAdministrator} />
    </>
  )
}

interface CopiesProps {
  /** Undefined until they are known. */
  readonly copies: readonly SyncStatus[] | undefined
  readonly isAdministrator: boolean
}

function DataSetCard({
  operation,
  dataSets,
  copies,
  isAdministrator,
}: DataSetsProps & CopiesProps) {
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
              <DataSetRow {...{ operation, dataSet, copies, isAdministrator, cost }} />
            ) : (
              <WaitingRow {...dataSet} />
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
  readonly isAdministrator: boolean
  readonly cost: ReturnType<typeof useFirstCost>
}

function DataSetRow({ operation, dataSet, copies, isAdministrator, cost }: DataSetRowProps) {
  const { id, name, unit } = dataSet
  const list = pointsOf(id)
  const copy = findCopy(copies, list)
  return (
    <CopyRow
      listed={{ name, list, copy }}
      rights={{ mayChange: true, mayRemove: isAdministrator }}
      href={`/kpis/${id}`}
      unit={unit}
      uncopied={<FirstCost cost={cost} />}
      trend={copy?.isComplete ? <DataSetTrend {...{ operation, dataSet, copy }} /> : null}
    />
  )
}

function WaitingRow({ id, name, unit }: NamedDataSet) {
  return (
    <div className="grid gap-1 px-4 py-3">
      <h3 className="flex min-w-0 items-center gap-x-2 font-medium">
        <RowLink href={`/kpis/${id}`} name={name} />
        <span className="font-normal text-ink-faint text-xs">{unit}</span>
      </h3>
      <Skeleton className="w-48" />
    </div>
  )
}

function DepartmentsCard({ copies, isAdministrator }: CopiesProps) {
  const t = useTranslations("dataSets.departments")
  const copy = copies && findCopy(copies, departmentList)
  const rights = { mayChange: isAdministrator && copies !== undefined, mayRemove: isAdministrator }
  const whose = copy || isAdministrator ? "" : ` ${t("administrators")}`
  return (
    <Card>
      <CopyRow
        listed={{ name: t("title"), list: departmentList, copy }}
        rights={rights}
        uncopied={null}
        detail={`${t("detail")}${whose}`}
      />
    </Card>
  )
}

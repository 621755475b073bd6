"use client"

import { useQuery } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import {
  type ExportEstimate,
  exportEstimateOptions,
  findCopy,
  pointsOf,
  type SyncStatus,
  syncOptions,
} from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { ReadProblem } from "../ui/read-problem"
import { SearchField } from "../ui/search-field"
import { shortenId } from "../ui/short-id"
import { Skeleton } from "../ui/skeleton"
import { CopyRow, RowLink } from "./copy-row"
import { type MeasuredDataSet, useFigures } from "./figures"
import { FiguresTable } from "./figures-table"
import { copyRights, departmentList, type NamedDataSet } from "./listed-copy"

interface FiguresProps {
  /** The list of data points. */
  readonly operation: ListOperation
  readonly dataSets: readonly MeasuredDataSet[]
}

interface DataSetsProps {
  /** The list of data points. */
  readonly operation: ListOperation
  readonly dataSets: readonly NamedDataSet[]
  readonly isAdministrator: boolean
}

interface DataSetsScreen extends DataSetsProps {
  /** Undefined until loaded. */
  readonly copies: readonly SyncStatus[] | undefined
  readonly isPending: boolean
}

const DataSetsContext = createContext<DataSetsScreen | undefined>(undefined)

function useDataSets(): DataSetsScreen {
  const screen = use(DataSetsContext)
  if (!screen) throw new Error("This part stands outside of the data sets.")
  return screen
}

/** The number of rows for a cost estimate if the total is unknown. */
const manyRows = 100_000

/**
 * The current cost of reading data points. They have no totals, so it is given for `manyRows` rows.
 */
const useFirstCost = (operation: string): ExportEstimate | undefined =>
  useQuery(exportEstimateOptions(operation, { rows: 0, isAll: false })).data

function FirstCostIntro({ cost }: { cost: ExportEstimate }) {
  const t = useTranslations("dataSets.cost")
  const { rowsPerCall, callsPerMinute } = cost
  return callsPerMinute === null
    ? t("introUnlimited", { rowsPerCall })
    : t("intro", { rowsPerCall, pace: Math.round(callsPerMinute) })
}

/** The cost of a first copy per `manyRows` rows. */
function FirstCost({ cost }: { cost: ExportEstimate | undefined }) {
  const t = useTranslations("dataSets.cost")
  if (!cost) return null
  const { rowsPerCall, callsPerMinute } = cost
  const calls = Math.ceil(manyRows / rowsPerCall)
  const shown =
    callsPerMinute === null
      ? t("requests", { count: calls, rows: manyRows })
      : t("forMany", {
          calls,
          minutes: Math.round(calls / callsPerMinute),
          count: manyRows,
        })
  return <p className="text-ink-muted text-xs tabular">{t("label", { cost: shown })}</p>
}

/** Copies of data sets that the workspace does not name; renders nothing if there are none. */
function OtherCopies() {
  const t = useTranslations("dataSets.others")
  const { copies = [], dataSets } = useDataSets()
  const named = new Set(dataSets.map(({ id }) => id))
  const others = copies.flatMap((copy) => {
    const id = copy.parameters["dataSetId"]
    return id === undefined || named.has(id) ? [] : [{ id, copy }]
  })
  if (others.length === 0) return null
  return (
    <Card aria-labelledby="other-copies">
      <CardHead id="other-copies" title={t("title")} />
      <ul className="divide-y">
        {others.map(({ id, copy }) => (
          <li key={copy.path}>
            <CopyRow
              listed={{ name: shortenId(id), list: pointsOf(id), copy }}
              rights={copyRights(copy, true)}
              href={`/figures/${id}`}
              uncopied={null}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface UnknownRowProps {
  readonly name: ReactNode
  readonly unit?: string | undefined
  readonly detail?: string
}

/** A list whose copy state is unknown. */
function UnknownRow({ name, unit, detail }: UnknownRowProps) {
  const { isPending } = useDataSets()
  return (
    <div className="grid gap-1 px-4 py-3">
      <h3 className="flex min-w-0 items-center gap-x-2 font-medium">
        {name}
        <span className="font-normal text-ink-faint text-xs">{unit}</span>
      </h3>
      {detail ? <p className="text-ink-muted text-xs">{detail}</p> : null}
      {isPending ? <Skeleton className="w-48" /> : null}
    </div>
  )
}

const searchedFrom = 8

export function DataSets({ operation, dataSets }: FiguresProps) {
  const { data: copies, error, isPending, refetch } = useQuery(syncOptions(operation))
  const rows = useFigures(operation, dataSets, copies ?? [])
  if (error && !copies) return <ReadProblem error={error} onRetry={refetch} />
  if (isPending) return <Skeleton className="h-64" />
  return (
    <Card>
      <FiguresTable rows={rows} />
    </Card>
  )
}

export function DataSetCopies({ operation, dataSets, isAdministrator }: DataSetsProps) {
  const { data: points, error, isPending, refetch } = useQuery(syncOptions(operation))
  const { data: departments } = useQuery(syncOptions({ id: departmentList.operation }))
  const copies = useMemo(
    () => (points && departments ? [...points, ...departments] : undefined),
    [points, departments],
  )
  const screen = useMemo(
    () => ({ operation, dataSets, isAdministrator, copies, isPending }),
    [operation, dataSets, isAdministrator, copies, isPending],
  )
  return (
    <DataSetsContext value={screen}>
      {error && !copies ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {dataSets.length > 0 ? <DataSetCard /> : null}
      <OtherCopies />
      {dataSets.length > 0 ? <DepartmentsCard /> : null}
    </DataSetsContext>
  )
}

function DataSetCard() {
  const t = useTranslations("dataSets")
  const common = useTranslations("common")
  const { operation, dataSets, copies } = useDataSets()
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
            <DataSetRow dataSet={dataSet} cost={cost} />
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="p-4 text-ink-muted">{common("noMatches")}</p> : null}
    </Card>
  )
}

interface DataSetRowProps {
  readonly dataSet: NamedDataSet
  readonly cost: ExportEstimate | undefined
}

function DataSetRow({ dataSet, cost }: DataSetRowProps) {
  const { copies } = useDataSets()
  const { id, name, unit } = dataSet
  const href = `/figures/${id}`
  if (!copies) return <UnknownRow name={<RowLink href={href} name={name} />} unit={unit} />
  const list = pointsOf(id)
  const copy = findCopy(copies, list)
  return (
    <CopyRow
      listed={{ name, list, copy }}
      rights={copyRights(copy, true)}
      href={href}
      unit={unit}
      uncopied={<FirstCost cost={cost} />}
    />
  )
}

function DepartmentsCard() {
  const t = useTranslations("dataSets.departments")
  const { copies, isAdministrator } = useDataSets()
  if (!copies)
    return (
      <Card>
        <UnknownRow name={t("title")} detail={t("detail")} />
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

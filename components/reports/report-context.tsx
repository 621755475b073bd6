import { useQueryClient } from "@tanstack/react-query"
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from "react"
import { IntlProvider, useLocale, useTimeZone } from "use-intl"
import type { Workspace } from "@/lib/catalogue"
import {
  type DroppedPart,
  namesById,
  parseView,
  plainReport,
  reportHref,
  type View,
  viewsOptions,
} from "@/lib/client"
import { type CellFormat, type ReadName, useCellFormat, useNames } from "../data-table"
import { useSearch } from "../ui/use-search"
import { useListedNames } from "./filter-choices"
import type { ReportSetup } from "./report-setup"

/** How a view is written to the address. */
interface ViewChange {
  /** Replaces the history entry instead of adding one, for example while dragging. */
  readonly replace?: boolean
}

export interface ReportState {
  readonly setup: ReportSetup
  readonly view: View
  readonly setView: (view: View, change?: ViewChange) => void
}

interface ReportContextValue extends ReportState {
  readonly format: CellFormat
  /** The reader's own time zone, used unless the view has one. */
  readonly ownZone: string
}

const ReportContext = createContext<ReportContextValue | undefined>(undefined)

export function useReport(): ReportContextValue {
  const report = useContext(ReportContext)
  if (!report) throw new Error("A part of a report stands outside of a ReportProvider.")
  return report
}

interface ReportProviderProps extends ReportState {
  readonly children: ReactNode
}

/** Provides a report to its parts, with times in the view's zone. */
export function ReportProvider(props: ReportProviderProps) {
  const ownZone = useTimeZone() ?? "UTC"
  const { zone } = props.view
  return (
    <IntlProvider locale={useLocale()} {...(zone && { timeZone: zone })}>
      <FormattedReport {...props} ownZone={ownZone} />
    </IntlProvider>
  )
}

function FormattedReport(props: ReportProviderProps & { readonly ownZone: string }) {
  const { setup, view, setView, ownZone, children } = props
  const listed = useListedNames(setup)
  const others = useMemo(() => nameLookup(setup.workspace, listed), [setup.workspace, listed])
  const { record } = setup.operation
  const format = useCellFormat(useNames(record, setup.fields, others), record)
  const report = useMemo(
    () => ({ setup, view, setView, format, ownZone }),
    [setup, view, setView, format, ownZone],
  )
  return <ReportContext value={report}>{children}</ReportContext>
}

function nameLookup({ entries }: Workspace, listed: ReturnType<typeof useListedNames>): ReadName {
  const known = listed.flatMap(([, names]) => Object.entries(names))
  const names = namesById(entries, new Map(known))
  return (id) => names.get(id)
}

interface ReportAddress extends Pick<ReportState, "view" | "setView"> {
  /** Invalid parts of the address. */
  readonly dropped: readonly DroppedPart[]
}

/** The view in the page's address, and its setter; each change adds a history entry. */
export function useReportAddress(
  { operation, fields }: ReportSetup,
  path: string | undefined,
): ReportAddress {
  const { search, change } = useSearch()
  const client = useQueryClient()
  const read = useMemo(
    () => parseView(operation, fields, new URLSearchParams(search)),
    [operation, fields, search],
  )
  const setView = useCallback(
    (next: View, how?: ViewChange) => {
      const opensWith = client.getQueryData(viewsOptions(operation.id).queryKey)?.opensWith
      const href = reportHref(operation, next, path)
      // An address without a search would open the default view.
      const isBare = opensWith && !href.includes("?")
      change(isBare ? reportHref(operation, { ...next, saved: plainReport }, path) : href, how)
    },
    [operation, path, client, change],
  )
  return { ...read, setView }
}

/** How long typing must pause before it is applied. */
const pauseMs = 600

interface DelayedApply<T> {
  /** Applies a value after a pause, replacing a pending one. */
  readonly later: (value: T) => void
  /** Applies the pending value at once. */
  readonly now: () => void
  /** Discards the pending value. */
  readonly drop: () => void
}

export function useDelayedApply<T>(apply: (value: T) => void): DelayedApply<T> {
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  const waiting = useRef<{ readonly value: T; readonly timer: ReturnType<typeof setTimeout> }>(null)
  const take = useCallback(() => {
    const { current } = waiting
    if (current) clearTimeout(current.timer)
    waiting.current = null
    return current
  }, [])
  const now = useCallback(() => {
    const taken = take()
    if (taken) latest.current(taken.value)
  }, [take])
  const later = useCallback(
    (value: T) => {
      take()
      waiting.current = { value, timer: setTimeout(now, pauseMs) }
    },
    [take, now],
  )
  useEffect(() => () => void take(), [take])
  return useMemo(() => ({ later, now, drop: () => void take() }), [later, now, take])
}

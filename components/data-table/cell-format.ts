import { useQuery } from "@tanstack/react-query"
import { useMemo, useSyncExternalStore } from "react"
import { useFormatter, useLocale, useMessages, useTranslations } from "use-intl"
import {
  type Fields,
  ownValue,
  parseDateTime,
  referencesOf,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { departmentNamesOptions, namesById, userNames, workspaceNamesOptions } from "@/lib/client"
import type { Messages } from "@/lib/client/messages"
import { dateTimeFormat } from "../ui/date-time"
import { useValueLabel } from "../ui/use-value-label"

type ItemName = keyof Messages["table"]["items"]

/** Returns the name of the thing that an id in a field refers to, if known. */
export type ReadName = (id: string, field?: string) => string | undefined

/** Formats values in the reader's language and time zone; undefined for text that is not a time. */
export interface CellFormat {
  readonly locale: string
  readonly moment: (text: string) => string | undefined
  /** A time without a zone, formatted as it is. */
  readonly wallClock: (text: string) => string | undefined
  readonly number: (value: number) => string
  /** A number of days in a suitable unit: "3.2 days", "4.5 hours", "15 minutes". */
  readonly days: (value: number) => string
  readonly boolean: (value: boolean) => string
  readonly count: (name: string, count: number) => string
  readonly more: (count: number) => string
  /** A named value of a field, such as a status. */
  readonly value: (field: string, value: string) => string
  readonly nameOf: ReadName
  /** The kind of thing that ids in a field refer to, if known. */
  readonly kindOf: (field: string) => string | undefined
}

const toDate = (text: string): Date | undefined => {
  const utc = parseDateTime(text)
  return utc === undefined ? undefined : new Date(utc)
}

const maxRemembered = 5000

/**
 * Caches formatted values: scrolling repeats them, and formatting a time costs more than drawing
 * it.
 */
function remember<T>(write: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const written = write(text)
    if (known.size >= maxRemembered) known.clear()
    known.set(text, written)
    return written
  }
}

const minutesOfDay = 24 * 60

/** Formats days in the largest unit of which there is at least one. */
export function daysFormat(
  locale: string,
  unitDisplay: "long" | "narrow" = "long",
): CellFormat["days"] {
  const written = (unit: "day" | "hour" | "minute", maximumFractionDigits: number) =>
    new Intl.NumberFormat(locale, {
      style: "unit",
      unit,
      unitDisplay,
      maximumFractionDigits,
    })
  const [days, hours, minutes] = [written("day", 1), written("hour", 1), written("minute", 0)]
  return (value) => {
    const size = Math.round(Math.abs(value) * minutesOfDay)
    if (size >= minutesOfDay) return days.format(value)
    return size >= 60 ? hours.format(value * 24) : minutes.format(value * minutesOfDay)
  }
}

/** The only formatter for values in tables and record details; `record` is the kind of record. */
export function useCellFormat(nameOf: ReadName, record = ""): CellFormat {
  const format = useFormatter()
  const locale = useLocale()
  const t = useTranslations("table")
  const common = useTranslations("common")
  const { items } = useMessages().table
  const value = useValueLabel()
  return useMemo(() => {
    const isItemName = (name: string): name is ItemName => Object.hasOwn(items, name)
    const write = (text: string, timeZone?: string) => {
      const date = toDate(text)
      return date && format.dateTime(date, { ...dateTimeFormat, ...(timeZone && { timeZone }) })
    }
    const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
    const [yes, no] = [common("yes"), common("no")]
    const targets = referencesOf(record)
    return {
      locale,
      moment: remember((text) => write(text)),
      wallClock: remember((text) => write(text, "UTC")),
      number: (value) => numbers.format(value),
      days: daysFormat(locale),
      boolean: (value) => (value ? yes : no),
      count: (name, count) =>
        isItemName(name) ? t(`items.${name}`, { count }) : t("entries", { count }),
      more: (count) => t("more", { count }),
      value,
      nameOf,
      kindOf: (field) => targets.get(field),
    }
  }, [format, locale, t, common, items, value, nameOf, record])
}

const none: Readonly<Record<string, string>> = {}

const noEntries: readonly WorkspaceEntry[] = []

/** The names in the workspace; not fetched unless needed. */
function useWorkspaceNames(enabled: boolean): ReadonlyMap<string, string> {
  const data = useQuery({ ...workspaceNamesOptions(), enabled }).data
  const entries = data?.workspace.entries ?? noEntries
  return useMemo(() => namesById(entries), [entries])
}

/**
 * Names for the ids in a record's fields: departments and users, and through `others` everything
 * else. Without `others`, the workspace names are used.
 */
export function useNames(record: string, fields: Fields, others?: ReadName): ReadName {
  const targets = useMemo(() => referencesOf(record), [record])
  const wanted = Object.keys(fields).flatMap((field) => targets.get(field) ?? [])
  const enabled = wanted.includes("department")
  const departments = useQuery({ ...departmentNamesOptions(), enabled }).data?.names ?? none
  const version = useSyncExternalStore(userNames.subscribe, userNames.version, () => 0)
  const isNamed = wanted.some((target) => target !== "department" && target !== "user")
  const named = useWorkspaceNames(others === undefined && isNamed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: names that arrive make another function, so that cells are written again
  return useMemo(
    () => (id, field) => {
      const target = field === undefined ? undefined : targets.get(field)
      if (target === "department") return ownValue(departments, id)
      if (target === "user") return userNames.read(id)
      return others ? others(id) : named.get(id)
    },
    [targets, departments, others, named, version],
  )
}

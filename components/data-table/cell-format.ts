import { useMemo } from "react"
import { useFormatter, useLocale, useTranslations } from "use-intl"
import { parseDateTime } from "@/lib/catalogue"
import { type Messages, messages } from "@/lib/client/messages"
import { dateTimeFormat } from "../ui/date-time"

type ItemName = keyof Messages["table"]["items"]

const isItemName = (name: string): name is ItemName => Object.hasOwn(messages.table.items, name)

/** Gives the name of the thing that an id stands for, where one is known. */
export type NameOf = (id: string) => string | undefined

/** How values are written in the reader's language and time zone; undefined where a text is no time. */
export interface CellFormat {
  readonly locale: string
  readonly moment: (text: string) => string | undefined
  /** A time without a zone, written as it stands. */
  readonly wallClock: (text: string) => string | undefined
  readonly number: (value: number) => string
  readonly boolean: (value: boolean) => string
  readonly count: (name: string, count: number) => string
  readonly more: (count: number) => string
  readonly open: string
  readonly nameOf: NameOf
}

const toDate = (text: string): Date | undefined => {
  const utc = parseDateTime(text)
  return utc === undefined ? undefined : new Date(utc)
}

/** The one way in which tables and record details write values. */
export function useCellFormat(nameOf: NameOf): CellFormat {
  const format = useFormatter()
  const locale = useLocale()
  const t = useTranslations("table")
  const common = useTranslations("common")
  return useMemo(() => {
    const write = (text: string, timeZone?: string) => {
      const date = toDate(text)
      return date && format.dateTime(date, { ...dateTimeFormat, ...(timeZone && { timeZone }) })
    }
    return {
      locale,
      moment: (text) => write(text),
      wallClock: (text) => write(text, "UTC"),
      number: (value) => format.number(value, { maximumFractionDigits: 4 }),
      boolean: (value) => common(value ? "yes" : "no"),
      count: (name, count) =>
        isItemName(name) ? t(`items.${name}`, { count }) : t("entries", { count }),
      more: (count) => t("more", { count }),
      open: t("open"),
      nameOf,
    }
  }, [format, locale, t, common, nameOf])
}

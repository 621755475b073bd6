"use client"

import { useQuery } from "@tanstack/react-query"
import { CircleCheck } from "lucide-react"
import Link from "next/link"
import { useFormatter, useTranslations } from "use-intl"
import {
  type InvalidDepartments,
  invalidValuesHref,
  invalidValuesOptions,
  toProblem,
} from "@/lib/client"
import { useDepartmentLabel } from "../../edits/format-value"
import { BarRow } from "../../ui/bar-row"
import { dateTimeFormat } from "../../ui/date-time-format"
import { ReadProblem } from "../../ui/read-problem"
import { Skeleton } from "../../ui/skeleton"
import { TileFrame } from "../../ui/tile-frame"

/** The fields that a tile has room for. */
const few = 6

function Fields({ answer: { departments, fields } }: { readonly answer: InvalidDepartments }) {
  const t = useTranslations("departments.invalid")
  const insights = useTranslations("insights")
  const formatter = useFormatter()
  const labelOf = useDepartmentLabel()
  if (fields.length === 0)
    return (
      <p className="flex items-center gap-2 text-ink-muted text-sm">
        <CircleCheck className="size-4 shrink-0 text-positive" aria-hidden="true" />
        {t("valid", { all: departments })}
      </p>
    )
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {fields.slice(0, few).map(({ field, departments: count }) => (
        <BarRow
          key={field}
          name={labelOf(field)}
          share={count / departments}
          note={insights("ofAll", {
            share: formatter.number(count / departments, {
              style: "percent",
              maximumFractionDigits: 1,
            }),
            all: departments,
          })}
        >
          <Link
            href={invalidValuesHref(field)}
            prefetch={false}
            title={t("open", { count })}
            className="-my-1 rounded-sm py-1 text-accent-ink hover:underline"
          >
            {count}
          </Link>
        </BarRow>
      ))}
    </ul>
  )
}

/** How many departments have a value that the platform would refuse, by field; each leads to the values. */
export function InvalidTile() {
  const t = useTranslations("departments.invalid")
  const summaries = useTranslations("summaries")
  const formatter = useFormatter()
  const { data, error, refetch } = useQuery(invalidValuesOptions("none"))
  const isMissing = !data && error !== null && toProblem(error).code === "not_copied"
  return (
    <TileFrame isSection title={t("title")} href={invalidValuesHref()} note={t("tileNote")}>
      {data ? <Fields answer={data} /> : null}
      {data ? (
        <p className="mt-auto pt-1 text-ink-muted text-xs tabular">
          <time dateTime={data.asOf} title={data.asOf}>
            {summaries("asOf", { time: formatter.dateTime(new Date(data.asOf), dateTimeFormat) })}
          </time>
        </p>
      ) : null}
      {isMissing ? <p className="text-ink-muted text-sm">{t("notCopied")}</p> : null}
      {error && !data && !isMissing ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-24" />}
    </TileFrame>
  )
}

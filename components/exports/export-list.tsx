"use client"

import { useQuery } from "@tanstack/react-query"
import { FileDown } from "lucide-react"
import { useTranslations } from "use-intl"
import { ownValue } from "@/lib/catalogue"
import { exportsOptions } from "@/lib/client"
import { Card } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { ExportCard, type ExportedList } from "./export-card"

interface ExportListProps {
  /** By operation id. */
  readonly lists: { readonly [operation: string]: ExportedList }
}

export function ExportList({ lists }: ExportListProps) {
  const t = useTranslations("exports")
  const { data, error, refetch } = useQuery(exportsOptions())
  if (error && !data) return <ReadProblem error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-24" />
  if (data.length === 0)
    return (
      <Card>
        <EmptyState icon={FileDown} title={t("empty.title")}>
          {t("empty.detail")}
        </EmptyState>
      </Card>
    )
  return (
    <ul className="grid gap-3" aria-label={t("title")}>
      {data.map((job) => (
        <li key={job.id}>
          <ExportCard job={job} list={ownValue(lists, job.operation)} />
        </li>
      ))}
    </ul>
  )
}

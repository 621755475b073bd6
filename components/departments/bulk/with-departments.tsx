import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useMemo } from "react"
import { useTranslations } from "use-intl"
import {
  catalogue,
  type DepartmentSchemas,
  entrySchemas,
  type Fields,
  recordType,
} from "@/lib/catalogue"
import { departmentTreeOptions, type TreeEntry, toProblem } from "@/lib/client"
import { parentsOf } from "../../edits/moves"
import { RefusedNotice } from "../../edits/notices"
import type { PlanRules } from "../../edits/plan-changes"
import { Skeleton } from "../../ui/skeleton"

export const useDepartmentFields = (): Fields => recordType(catalogue, "department").fields

export const useDepartmentSchemas = (): DepartmentSchemas =>
  useMemo(() => entrySchemas(catalogue), [])

/** The rules for new values of departments. */
export function usePlanRules(departments: readonly TreeEntry[]): PlanRules {
  const schemas = useDepartmentSchemas()
  return useMemo(() => ({ schemas, parents: parentsOf(departments) }), [schemas, departments])
}

export interface WithDepartmentsProps {
  readonly children: (departments: readonly TreeEntry[]) => ReactNode
}

/** Renders its children once all departments are loaded; until then shows progress or the error. */
export function WithDepartments({ children }: WithDepartmentsProps) {
  const t = useTranslations("departments.bulk")
  const { data, error, refetch } = useQuery(departmentTreeOptions())
  if (error && !data)
    return <RefusedNotice problem={toProblem(error)} onSignedIn={() => void refetch()} />
  if (data?.asOf) return children(data.departments)
  return (
    <>
      <p role="status" className="text-ink-muted">
        {data ? t("readingTree") : ""}
      </p>
      <Skeleton className="h-48" />
    </>
  )
}

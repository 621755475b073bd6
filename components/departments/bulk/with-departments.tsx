import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { departmentTreeOptions, type TreeEntry, toProblem } from "@/lib/client"
import { RefusedNotice } from "../../edits/refused-notice"
import { Skeleton } from "../../ui/skeleton"

export interface WithDepartmentsProps {
  readonly children: (departments: readonly TreeEntry[]) => ReactNode
}

/** What can be done only once all departments are known; until then it says that they are being read, or why they cannot be. */
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

import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { ReadProblem } from "./read-problem"

/** A query whose answer holds the options of a list; read where the query is asked, which hears of its changes. */
export type OptionSource = Pick<UseQueryResult, "data" | "error" | "isPending" | "refetch">

export interface EmptyOptionsProps {
  readonly source: OptionSource | undefined
  /** What is said where there are none to choose, or none is found. */
  readonly children: ReactNode
}

/** Why a list shows no options: they are on their way, could not be read, or there are none. */
export function EmptyOptions({ source, children }: EmptyOptionsProps) {
  const t = useTranslations("common")
  if (source?.isPending) return t("loading")
  if (!source?.error || source.data !== undefined) return children
  return (
    <ReadProblem error={source.error} onRetry={source.refetch} className="justify-items-center" />
  )
}

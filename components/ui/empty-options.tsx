import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { ReadProblem } from "./read-problem"

/** The query of a list's options; read where it is subscribed, so that changes rerender. */
export type OptionSource = Pick<UseQueryResult, "data" | "error" | "isPending" | "refetch">

export interface EmptyOptionsProps {
  readonly source: OptionSource | undefined
  /** Shown if there are no options, or no match. */
  readonly children: ReactNode
}

/** Why a list has no options: they are loading, could not be read, or do not exist. */
export function EmptyOptions({ source, children }: EmptyOptionsProps) {
  const t = useTranslations("common")
  if (source?.isPending) return t("loading")
  if (!source?.error || source.data !== undefined) return children
  return (
    <ReadProblem error={source.error} onRetry={source.refetch} className="justify-items-center" />
  )
}

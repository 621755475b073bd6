import { EyeOff } from "lucide-react"
import { useTranslations } from "use-intl"
import type { SeriesQuestion } from "@/lib/catalogue"
import { EmptyState } from "../ui/empty-state"
import { Skeleton } from "../ui/skeleton"
import type { ExplorerPartProps } from "./explorer-setup"
import { printWaysOut } from "./print-ways-out"
import { type Suggestions, useSuggestionText } from "./use-suggestions"

export interface SuggestedProps extends Pick<ExplorerPartProps, "exploration" | "onExploration"> {
  readonly suggestions: Suggestions
}

/** Buttons that ask the suggested questions; undefined where there are none. */
export function useSuggestedWays({ suggestions = [], exploration, onExploration }: SuggestedProps) {
  const textOf = useSuggestionText()
  const ways = suggestions.map((question) => ({
    question,
    name: textOf(exploration.question, question),
  }))
  return printWaysOut({ ways, say: (name) => name, exploration, onExploration })
}

/** Whether nothing but the length of buckets, and days for them, is changed. */
const isOfBuckets = (asked: SeriesQuestion, { bucket, grouping, filters }: SeriesQuestion) =>
  bucket !== asked.bucket && grouping === asked.grouping && filters.length === asked.filters.length

/** In place of a chart on which every value would be hidden: why, and what can be shown instead. */
export function HiddenAnswer({ least, ...props }: SuggestedProps & { readonly least: number }) {
  const t = useTranslations("kpis")
  const { suggestions, exploration } = props
  const actions = useSuggestedWays(props)
  if (!suggestions) return <Skeleton className="m-4 h-80 sm:h-96" />
  const [first] = suggestions
  const byBucket = first && isOfBuckets(exploration.question, first)
  return (
    <EmptyState
      icon={EyeOff}
      title={t("hidden.title", { least })}
      className="min-h-80 justify-center sm:min-h-96"
      actions={actions}
    >
      <p>
        {byBucket
          ? t("hidden.enough", { bucket: t(`by.${first.bucket}`) })
          : t(first ? "hidden.otherwise" : "hidden.nothing")}
      </p>
    </EmptyState>
  )
}

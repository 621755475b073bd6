import { LoaderCircle } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ApiProblem } from "@/lib/client"
import { useProblemWords } from "../../edits/use-problem-words"

export interface TreeFootProps {
  readonly count: number
  /** The list is being read for the first time. */
  readonly isBeingRead: boolean
  /** Why the last look for changes failed. */
  readonly problem: ApiProblem | undefined
}

/** How many departments there are, and whether these are all. */
export function TreeFoot({ count, isBeingRead, problem }: TreeFootProps) {
  const t = useTranslations("departments.tree")
  const wordsOf = useProblemWords()
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-sunken px-3 py-1 text-ink-muted text-xs tabular">
      <span role="status">
        {t("count", { count })}
        {isBeingRead ? ` · ${t("first.title")}` : null}
      </span>
      {isBeingRead ? (
        <LoaderCircle className="size-3.5 animate-spin text-ink-faint" aria-hidden="true" />
      ) : null}
      {problem ? (
        <span role="alert" className="text-critical-ink">
          {wordsOf(problem).title}
        </span>
      ) : null}
    </div>
  )
}

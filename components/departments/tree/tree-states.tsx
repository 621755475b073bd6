import { Network, SearchX } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ApiProblem } from "@/lib/client"
import { useProblemWords } from "../../edits/use-problem-words"
import { Button } from "../../ui/button"
import { EmptyState } from "../../ui/empty-state"
import { ErrorState } from "../../ui/error-state"
import { QuotaWait } from "../../ui/quota-wait"
import { SignedOut } from "../../ui/signed-out"
import { Skeleton } from "../../ui/skeleton"

interface TreeProblemProps {
  readonly problem: ApiProblem
  readonly onRetry: () => void
}

/** In the place of the tree: why it could not be read, and a way on. */
export function TreeProblem({ problem, onRetry }: TreeProblemProps) {
  const common = useTranslations("common")
  const { title, detail } = useProblemWords()(problem)
  if (problem.status === 401)
    return (
      <div className="w-full max-w-xl p-4">
        <SignedOut keeps={false} onSignedIn={onRetry} />
      </div>
    )
  return (
    <ErrorState
      title={title}
      requestId={problem.requestId}
      actions={<Button onClick={onRetry}>{common("retry")}</Button>}
    >
      {detail}
    </ErrorState>
  )
}

const skeletons = ["w-2/5", "ml-5 w-1/3", "ml-5 w-1/2", "ml-10 w-1/4", "ml-5 w-2/5", "w-1/3"]

/** In the place of the tree while it is on its way. */
export function TreeWaits({ isFirstReading }: { isFirstReading: boolean }) {
  const t = useTranslations("departments.tree")
  const common = useTranslations("common")
  return (
    <div className="grid w-full gap-6 self-stretch p-4">
      <div className="grid content-start gap-5">
        {skeletons.map((shape) => (
          <Skeleton key={shape} className={shape} />
        ))}
      </div>
      {isFirstReading ? (
        <EmptyState className="py-4" title={t("first.title")}>
          <p role="status">{t("first.detail")}</p>
          <QuotaWait look="line" className="mt-2 block text-xs" />
        </EmptyState>
      ) : (
        <p role="status" className="sr-only">
          {common("loading")}
        </p>
      )}
    </div>
  )
}

/** In the place of the tree where the platform lists no departments. */
export function NoDepartments() {
  const t = useTranslations("departments.tree.empty")
  return (
    <EmptyState icon={Network} title={t("title")}>
      {t("detail")}
    </EmptyState>
  )
}

/** Over the tree where nothing was found. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useTranslations("departments.tree.nothing")
  return (
    <EmptyState
      icon={SearchX}
      title={t("title")}
      actions={<Button onClick={onClear}>{t("clear")}</Button>}
      className="absolute inset-x-0 top-20 z-1"
    >
      {t("detail")}
    </EmptyState>
  )
}

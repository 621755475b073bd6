import { Network, SearchX } from "lucide-react"
import { useTranslations } from "use-intl"
import type { ApiProblem } from "@/lib/client"
import { rowHeights } from "../../data-table/grid-layout"
import { useProblemText } from "../../edits/notices"
import { Button } from "../../ui/button"
import { cn } from "../../ui/class-names"
import { EmptyState } from "../../ui/empty-state"
import { ErrorState } from "../../ui/error-state"
import { QuotaWait } from "../../ui/quota-wait"
import { SignedOut } from "../../ui/signed-out"
import { Skeleton } from "../../ui/skeleton"
import { useMedia } from "../../ui/use-media"
import { TreeHead } from "./tree-head"
import type { TreeSelection } from "./use-tree-selection"

/** The height of a row in pixels, larger for touch. */
export const useRowHeight = (): number =>
  rowHeights[useMedia("(pointer: coarse)") ? "roomy" : "normal"]

interface TreeProblemProps {
  readonly problem: ApiProblem
  readonly onRetry: () => void
}

/** Replaces the tree if it cannot be read. */
export function TreeProblem({ problem, onRetry }: TreeProblemProps) {
  const common = useTranslations("common")
  const { title, detail } = useProblemText()(problem)
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

const skeletons = ["w-36", "ml-5 w-44", "ml-5 w-28", "ml-10 w-40", "ml-10 w-32", "ml-5 w-36"]
const linesWaiting = 40

interface TreeWaitsProps {
  /** As in the loaded tree, for the column positions. */
  readonly selection: TreeSelection | undefined
  readonly isFirstReading: boolean
}

/** The tree's placeholder while it loads: its frame, columns and rows of the same height. */
export function TreeWaits({ selection, isFirstReading }: TreeWaitsProps) {
  const t = useTranslations("departments.tree")
  const common = useTranslations("common")
  const height = useRowHeight()
  const indent = selection ? "pl-16 pointer-coarse:pl-20" : "pl-7 pointer-coarse:pl-9"
  return (
    <section className="flex min-h-72 flex-1 flex-col overflow-hidden rounded-lg border bg-surface print:hidden">
      <div inert className="@container relative min-h-0 flex-1 overflow-hidden">
        <p className="flex min-h-9 items-center border-b bg-sunken px-3 text-ink-muted text-xs">
          {t("path.none")}
        </p>
        <TreeHead selection={selection} isFinding={false} />
        {Array.from({ length: isFirstReading ? skeletons.length : linesWaiting }, (_, line) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells the lines apart
            key={line}
            style={{ height }}
            className={cn("flex items-center border-b pr-7", indent)}
          >
            <Skeleton className={`h-2.5 ${skeletons[line % skeletons.length]}`} />
          </div>
        ))}
      </div>
      {isFirstReading ? (
        <EmptyState className="py-4" title={t("first.title")}>
          <p role="status">{t("first.detail")}</p>
          <QuotaWait variant="line" className="mt-2 block text-xs" />
        </EmptyState>
      ) : (
        <div
          role="status"
          className="flex min-h-9 items-center border-t bg-sunken px-3 text-ink-muted text-xs"
        >
          {common("loading")}
        </div>
      )}
    </section>
  )
}

/** Replaces the tree if the platform lists no departments. */
export function NoDepartments() {
  const t = useTranslations("departments.tree.empty")
  return (
    <EmptyState icon={Network} title={t("title")}>
      {t("detail")}
    </EmptyState>
  )
}

/** Covers the tree if nothing was found. */
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

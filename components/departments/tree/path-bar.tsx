import { ChevronRight } from "lucide-react"
import { useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { shortenId } from "../../ui/short-id"
import { countBelow, pathTo, type TreeNode } from "./arrange-tree"
import type { TreePosition } from "./use-tree-position"
import type { TreeSelection } from "./use-tree-selection"
import type { TreeState } from "./use-tree-state"

/** A truncated path: its start, the number of omitted steps, and its end. */
interface ShortPath {
  readonly start: readonly TreeNode[]
  readonly left: number
  readonly end: readonly TreeNode[]
}

const [atStart, atEnd] = [1, 3]

/** Truncates a long path in the middle. */
export function shortenPath(path: readonly TreeNode[]): ShortPath {
  const left = path.length - atStart - atEnd
  if (left <= 1) return { start: [], left: 0, end: path }
  return { start: path.slice(0, atStart), left, end: path.slice(-atEnd) }
}

interface PathBarProps {
  readonly state: TreeState
  readonly position: TreePosition
  /** Undefined for people who cannot change departments. */
  readonly selection: TreeSelection | undefined
}

/** The path to the active department; each step is a button. */
export function PathBar({ state, position, selection }: PathBarProps) {
  const t = useTranslations("departments.tree")
  const row = position.line === undefined ? undefined : state.rows[position.line]
  const node = row?.kind === "department" ? row.node : undefined
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-sunken px-3 py-1 text-ink-muted text-xs print:hidden">
      {node ? (
        <>
          <Way path={pathTo(state.tree, node.index)} onGo={position.goToDepartment} />
          {selection ? <SelectBranch node={node} selection={selection} /> : null}
        </>
      ) : (
        <span>{t("path.none")}</span>
      )}
    </div>
  )
}

interface WayProps {
  readonly path: readonly TreeNode[]
  readonly onGo: (id: string) => void
}

function Way({ path, onGo }: WayProps) {
  const t = useTranslations("departments.tree.path")
  const { start, left, end } = shortenPath(path)
  const parentId = path[0]?.group === "orphans" ? path[0].entry.parentId : null
  return (
    <nav aria-label={t("label")} className="min-w-0">
      <ol className="flex flex-wrap items-center gap-x-1">
        {parentId === null ? null : (
          <li className="flex items-center gap-1 text-caution-ink" title={parentId}>
            {t("unknown")} <code className="font-mono">{shortenId(parentId)}</code>
            <ChevronRight className="size-3 text-ink-faint" aria-hidden="true" />
          </li>
        )}
        {start.map((node) => (
          <Step key={node.entry.id} node={node} isLast={false} onGo={onGo} />
        ))}
        {left > 0 ? (
          <li className="flex items-center gap-1 text-ink-faint" title={t("more", { count: left })}>
            … <ChevronRight className="size-3" aria-hidden="true" />
          </li>
        ) : null}
        {end.map((node, at) => (
          <Step key={node.entry.id} node={node} isLast={at === end.length - 1} onGo={onGo} />
        ))}
      </ol>
    </nav>
  )
}

interface StepProps extends Pick<WayProps, "onGo"> {
  readonly node: TreeNode
  readonly isLast: boolean
}

function Step({ node: { entry }, isLast, onGo }: StepProps) {
  return (
    <li className="flex min-w-0 items-center gap-1">
      {isLast ? (
        <span className="font-medium text-ink">{entry.name}</span>
      ) : (
        <>
          <button
            type="button"
            onClick={() => onGo(entry.id)}
            className="rounded-sm py-1 text-left hover:text-ink hover:underline"
          >
            {entry.name}
          </button>
          <ChevronRight className="size-3 shrink-0 text-ink-faint" aria-hidden="true" />
        </>
      )}
    </li>
  )
}

function SelectBranch({ node, selection }: { node: TreeNode; selection: TreeSelection }) {
  const t = useTranslations("departments.tree.select")
  const below = countBelow(node)
  if (below === 0) return null
  const isSelected = selection.branchOf(node).every((id) => selection.selected.has(id))
  return (
    <Button
      variant="ghost"
      size="sm"
      className="ml-auto"
      onClick={() => selection.toggleBranch(node)}
    >
      {t(isSelected ? "leaveBranch" : "branch", { count: below + 1 })}
    </Button>
  )
}

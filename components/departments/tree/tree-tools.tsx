import { ChevronDown, ListChevronsDownUp, ListChevronsUpDown } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { IconButton } from "../../ui/icon-button"
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "../../ui/menu"
import { SearchField } from "../../ui/search-field"
import type { TreeState } from "./use-tree-state"

export interface TreeToolsProps {
  readonly state: TreeState
  readonly onLeaveFind: () => void
  /** Additional actions on departments. */
  readonly children?: ReactNode
}

/** Searches departments, and expands or collapses the whole tree. */
export function TreeTools({ state, onLeaveFind, children }: TreeToolsProps) {
  const t = useTranslations("departments.tree")
  const { tree, find, found, text } = state
  const isCounted = text !== "" && tree.nodes.length > 0
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 print:hidden">
      <search
        className="w-80 max-w-full max-sm:w-full"
        onKeyDown={(event) => {
          if (!/^(Escape|ArrowDown|Enter)$/.test(event.key) || event.nativeEvent.isComposing) return
          if (event.key === "Escape" && find !== "") state.setFind("")
          onLeaveFind()
          event.preventDefault()
        }}
      >
        <SearchField label={t("find")} value={find} onChange={state.setFind} />
      </search>
      <span role="status" className="text-ink-muted text-xs tabular">
        {isCounted ? t("found", { count: found?.matches.length ?? 0 }) : ""}
      </span>
      <div className="ml-auto flex min-h-7 flex-wrap items-center gap-0.5">
        {found || tree.depth < 2 ? null : <LevelTools state={state} />}
        {children}
      </div>
    </div>
  )
}

const maxChoices = 8

function LevelTools({ state }: { state: TreeState }) {
  const t = useTranslations("departments.tree.levels")
  const { tree, levels, setLevels } = state
  const choices = Array.from({ length: Math.min(tree.depth, maxChoices) }, (_, at) => at + 1)
  const isAll = levels === "all" || levels >= tree.depth
  return (
    <>
      <IconButton label={t("close")} size="sm" onClick={() => setLevels(1)}>
        <ListChevronsDownUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t("open")} size="sm" onClick={() => setLevels("all")}>
        <ListChevronsUpDown aria-hidden="true" />
      </IconButton>
      <Menu>
        <MenuTrigger
          render={
            <Button variant="ghost" size="sm">
              {isAll ? t("all") : t("some", { count: levels })}
              <ChevronDown aria-hidden="true" />
            </Button>
          }
        />
        <MenuContent align="end" aria-label={t("label")}>
          <MenuRadioGroup value={isAll ? "all" : levels} onValueChange={setLevels}>
            {choices
              .filter((count) => count < tree.depth)
              .map((count) => (
                <MenuRadioItem key={count} value={count}>
                  {t("some", { count })}
                </MenuRadioItem>
              ))}
            <MenuRadioItem value="all">{t("all")}</MenuRadioItem>
          </MenuRadioGroup>
        </MenuContent>
      </Menu>
    </>
  )
}

"use client"

import { useQuery } from "@tanstack/react-query"
import { Eye, EyeOff } from "lucide-react"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { type ListOperation, ownValue } from "@/lib/catalogue"
import { hideView, type PinnedView, type PinnedViews, pinnedViewsOptions } from "@/lib/client"
import { useViewChange } from "../saved/use-view-change"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { cn } from "../ui/class-names"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../ui/menu"
import { ReadProblem } from "../ui/read-problem"
import { Tile } from "./tile"
import { type ShownTiles, ShownTilesContext, TileMenu } from "./tile-menu"

/**
 * Tiles that the person has hidden from Home, each with a button to restore it; renders nothing if
 * there are none.
 */
function HiddenTiles({ views }: { readonly views: readonly PinnedView[] }) {
  const t = useTranslations("tiles")
  const change = useViewChange()
  if (views.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Menu>
        <MenuTrigger render={<Button size="sm" variant="ghost" disabled={change.isPending} />}>
          <EyeOff aria-hidden="true" />
          {t("hidden", { count: views.length })}
        </MenuTrigger>
        <MenuContent align="end" className="w-72 max-w-[calc(100vw-1rem)]">
          {views.map(({ id, name }) => (
            <MenuItem key={id} onClick={() => change.mutate(() => hideView(id, false))}>
              <Eye aria-hidden="true" />
              <span className="min-w-0 break-words">{t("showAgain", { name })}</span>
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <ChangeProblem error={change.error} keeps={false} />
    </div>
  )
}

const isExploration = (view: PinnedView): view is PinnedView & { readonly dataSetId: string } =>
  view.dataSetId !== undefined

interface PinnedTilesProps extends Pick<ShownTiles, "rolesOf"> {
  /** The list of data points; undefined if the person may not read it and so has no tiles of it. */
  readonly operation: ListOperation | undefined
  /** The tiles as the server just read them; undefined if that failed. */
  readonly pinned: PinnedViews | undefined
  /** The workspace's data sets by id. */
  readonly dataSets: { readonly [id: string]: { readonly name: string; readonly unit?: string } }
  /** Renders tiles other than explorations, with their menu. */
  readonly renderTile: (view: PinnedView, menu: ReactNode) => ReactNode
}

/** The pinned tiles in the person's order; renders nothing if there are none. */
export function PinnedTiles({
  operation,
  pinned,
  dataSets,
  rolesOf,
  renderTile,
}: PinnedTilesProps) {
  const t = useTranslations("tiles")
  const { data, error, refetch } = useQuery({
    ...pinnedViewsOptions(),
    ...(pinned && { initialData: pinned }),
  })
  const { views, hidden } = data ?? { views: [], hidden: [] }
  if (data ? views.length + hidden.length === 0 : !error) return null
  return (
    <section aria-labelledby="pinned">
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="pinned" className="font-semibold">
          {t("title")}
        </h2>
        <HiddenTiles views={hidden} />
      </div>
      {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
      <ShownTilesContext value={{ tiles: views, rolesOf }}>
        <ul className="grid gap-4 empty:hidden sm:grid-cols-2 xl:grid-cols-4">
          {views.map((view) => (
            <li key={view.id} className={cn("min-w-0", view.wide && "sm:col-span-2")}>
              {isExploration(view) ? (
                operation ? (
                  <Tile
                    operation={operation}
                    view={view}
                    dataSet={ownValue(dataSets, view.dataSetId)}
                  />
                ) : null
              ) : (
                renderTile(view, <TileMenu view={view} />)
              )}
            </li>
          ))}
        </ul>
      </ShownTilesContext>
    </section>
  )
}

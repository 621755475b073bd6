import {
  ArrowLeft,
  ArrowRight,
  Ellipsis,
  EyeOff,
  Maximize2,
  Minimize2,
  PencilLine,
  PinOff,
} from "lucide-react"
import { createContext, use, useState } from "react"
import { useTranslations } from "use-intl"
import type { Role } from "@/lib/catalogue"
import { arrangeHome, changeView, hideView, type PinnedView } from "@/lib/client"
import { useViewChange } from "../saved/use-view-change"
import { ViewNaming } from "../saved/view-naming"
import { ChangeProblem } from "../ui/change-problem"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../ui/menu"

/** The visible tiles in order, for moving, and the roles each can be shared with. */
export interface ShownTiles {
  readonly tiles: readonly PinnedView[]
  readonly rolesOf: (view: PinnedView) => readonly Role[]
}

export const ShownTilesContext = createContext<ShownTiles>({ tiles: [], rolesOf: () => [] })

/** The arrangement with one tile moved by a place, or resized. */
function arranged(
  tiles: readonly PinnedView[],
  { id }: PinnedView,
  { by = 0, wide }: { readonly by?: -1 | 0 | 1; readonly wide?: boolean },
) {
  const order = tiles.map((tile) => ({
    view: tile.id,
    wide: tile.id === id && wide !== undefined ? wide : tile.wide,
  }))
  const at = order.findIndex(({ view }) => view === id)
  const [moved] = order.splice(at, 1)
  if (moved) order.splice(at + by, 0, moved)
  return order
}

/**
 * Moves, resizes and shares a tile on the person's Home; hides it, or removes it for everyone if
 * allowed.
 */
export function TileMenu({ view }: { readonly view: PinnedView }) {
  const t = useTranslations("tiles")
  const views = useTranslations("views")
  const { tiles, rolesOf } = use(ShownTilesContext)
  const [isNaming, setNaming] = useState(false)
  const change = useViewChange()
  const { id, name, role, isMine, mayChange, wide } = view
  const at = tiles.findIndex((tile) => tile.id === id)
  const arrange = (how: Parameters<typeof arranged>[2]) =>
    change.mutate(() => arrangeHome(arranged(tiles, view, how)))
  return (
    <>
      <Menu>
        <MenuTrigger
          render={
            <IconButton size="sm" label={t("more", { name })} disabled={change.isPending}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
        />
        <MenuContent align="end" className="w-64 max-w-[calc(100vw-1rem)]">
          <MenuItem disabled={at <= 0} onClick={() => arrange({ by: -1 })}>
            <ArrowLeft aria-hidden="true" />
            {t("earlier")}
          </MenuItem>
          <MenuItem disabled={at < 0 || at === tiles.length - 1} onClick={() => arrange({ by: 1 })}>
            <ArrowRight aria-hidden="true" />
            {t("later")}
          </MenuItem>
          <MenuItem onClick={() => arrange({ wide: !wide })}>
            {wide ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
            {t(wide ? "narrower" : "wider")}
          </MenuItem>
          <MenuSeparator />
          {isMine ? null : (
            <MenuItem onClick={() => change.mutate(() => hideView(id, true))}>
              <EyeOff aria-hidden="true" />
              {t("hide")}
            </MenuItem>
          )}
          {mayChange ? (
            <>
              <MenuItem onClick={() => setNaming(true)}>
                <PencilLine aria-hidden="true" />
                {views("edit")}
              </MenuItem>
              <MenuItem onClick={() => change.mutate(() => changeView(id, { pinned: false }))}>
                <PinOff aria-hidden="true" />
                {role === null ? t("unpin") : t("unpinForAll")}
              </MenuItem>
            </>
          ) : null}
        </MenuContent>
      </Menu>
      <ChangeProblem error={change.error} keeps={false} />
      <ViewNaming
        view={isNaming ? view : undefined}
        roles={rolesOf(view)}
        onClose={() => setNaming(false)}
      />
    </>
  )
}

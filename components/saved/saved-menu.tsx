import {
  ArrowUpRight,
  Ellipsis,
  Eye,
  EyeOff,
  PencilLine,
  Pin,
  PinOff,
  Trash2,
  UserX,
} from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { changeView, hideView, type ListedView, savedViewHref } from "@/lib/client"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuItem, MenuLink, MenuSeparator, MenuTrigger } from "../ui/menu"

/** A direct action on a saved item, whose confirmation is in `views.table.done`. */
export type SavedChange = "unshared" | "pinned" | "unpinned" | "hidden" | "shown"

interface SavedMenuProps {
  readonly view: ListedView
  readonly busy: boolean
  readonly onChange: (change: SavedChange, send: () => Promise<unknown>) => void
  readonly onName: () => void
  readonly onRemove: () => void
}

/** The actions on a saved item that the backend allows. */
export function SavedMenu({ view, busy, ...actions }: SavedMenuProps) {
  const t = useTranslations("views.table")
  const tiles = useTranslations("tiles")
  const { id, name, isMine, mayChange, onHome } = view
  const { onChange } = actions
  return (
    <Menu>
      <MenuTrigger
        render={
          <IconButton size="sm" label={tiles("more", { name })} disabled={busy}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      />
      <MenuContent align="end" className="w-64 max-w-[calc(100vw-1rem)]">
        <MenuLink render={<Link href={savedViewHref(view)} prefetch={false} />}>
          <ArrowUpRight aria-hidden="true" />
          {t("open")}
        </MenuLink>
        {!isMine && onHome === "yes" ? (
          <MenuItem onClick={() => onChange("hidden", () => hideView(id, true))}>
            <EyeOff aria-hidden="true" />
            {tiles("hide")}
          </MenuItem>
        ) : null}
        {onHome === "hidden" ? (
          <MenuItem onClick={() => onChange("shown", () => hideView(id, false))}>
            <Eye aria-hidden="true" />
            {t("show")}
          </MenuItem>
        ) : null}
        {mayChange ? <SavedChanges view={view} {...actions} /> : null}
      </MenuContent>
    </Menu>
  )
}

/** Actions that require the right to change the item. */
function SavedChanges({ view, onChange, onName, onRemove }: Omit<SavedMenuProps, "busy">) {
  const t = useTranslations("views")
  const tiles = useTranslations("tiles")
  const { id, role, pinned, mayPin } = view
  return (
    <>
      <MenuSeparator />
      <MenuItem onClick={onName}>
        <PencilLine aria-hidden="true" />
        {t("edit")}
      </MenuItem>
      {role === null ? null : (
        <MenuItem onClick={() => onChange("unshared", () => changeView(id, { role: null }))}>
          <UserX aria-hidden="true" />
          {t("table.unshare")}
        </MenuItem>
      )}
      {mayPin && !pinned ? (
        <MenuItem onClick={() => onChange("pinned", () => changeView(id, { pinned: true }))}>
          <Pin aria-hidden="true" />
          {role === null ? tiles("pin") : tiles("pinForAll")}
        </MenuItem>
      ) : null}
      {pinned ? (
        <MenuItem onClick={() => onChange("unpinned", () => changeView(id, { pinned: false }))}>
          <PinOff aria-hidden="true" />
          {role === null ? tiles("unpin") : tiles("unpinForAll")}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem onClick={onRemove}>
        <Trash2 aria-hidden="true" />
        {t("remove")}
      </MenuItem>
    </>
  )
}

import { BookmarkPlus, PencilLine, RotateCcw, Save, Trash2 } from "lucide-react"
import { useTranslations } from "use-intl"
import { plainReport, type SavedView } from "@/lib/client"
import { useRoleName } from "../saved/use-role-name"
import {
  MenuCheckboxItem,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from "../ui/menu"
import type { ViewSharing } from "./report-setup"
import type { SavedViews } from "./use-saved-views"
import type { ViewDialog } from "./view-dialog"

export interface SavedViewsMenuProps {
  readonly views: SavedViews
  readonly sharing: ViewSharing
  readonly onDialog: (dialog: ViewDialog) => void
}

/** A report's saved views to choose from, and what can be done with the one that is shown. */
export function SavedViewsMenu(props: SavedViewsMenuProps) {
  const { views, onDialog } = props
  const t = useTranslations("views")
  return (
    <>
      <ViewChoices views={views} />
      <MenuSeparator />
      <CurrentActions {...props} />
      <MenuItem onClick={() => onDialog({ kind: "create" })}>
        <BookmarkPlus aria-hidden="true" />
        {t("saveAs")}
      </MenuItem>
      <DefaultChoices {...props} />
    </>
  )
}

function ViewChoices({ views: { views, current, open, openPlain } }: { views: SavedViews }) {
  const t = useTranslations("views")
  const all = views?.views ?? []
  const choose = (id: string) => {
    const view = all.find((each) => each.id === id)
    if (view) open(view)
    else openPlain()
  }
  return (
    <MenuRadioGroup value={current?.id ?? plainReport} onValueChange={choose}>
      <MenuRadioItem value={plainReport}>{t("plain")}</MenuRadioItem>
      <ViewGroup title={t("mine")} views={all.filter(({ isMine }) => isMine)} />
      <ViewGroup title={t("shared")} views={all.filter(({ isMine }) => !isMine)} />
    </MenuRadioGroup>
  )
}

function ViewGroup({ title, views }: { title: string; views: readonly SavedView[] }) {
  const noteOf = useViewNote()
  if (views.length === 0) return null
  return (
    <MenuGroup>
      <MenuLabel>{title}</MenuLabel>
      {views.map((view) => (
        <MenuRadioItem key={view.id} value={view.id}>
          <span className="min-w-0 flex-1">
            <span className="block">{view.name}</span>
            <span className="block text-ink-faint text-xs empty:hidden">{noteOf(view)}</span>
          </span>
        </MenuRadioItem>
      ))}
    </MenuGroup>
  )
}

/** Says whom a view is shared with, and whose it is. */
function useViewNote(): (view: SavedView) => string {
  const t = useTranslations("views")
  const roleName = useRoleName()
  return ({ role, isMine, ownerName }) => {
    const shared = role === null ? "" : t("sharedWith", { role: roleName(role) })
    const owner = isMine || !ownerName ? "" : t("by", { owner: ownerName })
    return [shared, owner].filter(Boolean).join(" · ")
  }
}

function CurrentActions({ views, onDialog }: SavedViewsMenuProps) {
  const t = useTranslations("views")
  const { current, isChanged } = views
  if (!current) return null
  return (
    <>
      {isChanged && current.mayChange ? (
        <MenuItem onClick={() => views.save(current)}>
          <Save aria-hidden="true" />
          {t("save")}
        </MenuItem>
      ) : null}
      {isChanged ? (
        <MenuItem onClick={() => views.open(current)}>
          <RotateCcw aria-hidden="true" />
          {t("reset")}
        </MenuItem>
      ) : null}
      {current.mayChange ? (
        <>
          <MenuItem onClick={() => onDialog({ kind: "edit", of: current })}>
            <PencilLine aria-hidden="true" />
            {t("edit")}
          </MenuItem>
          <MenuItem onClick={() => onDialog({ kind: "remove", of: current })}>
            <Trash2 aria-hidden="true" />
            {t("remove")}
          </MenuItem>
        </>
      ) : null}
    </>
  )
}

function DefaultChoices({ views: { views, current, setDefault }, sharing }: SavedViewsMenuProps) {
  const t = useTranslations("views")
  const roleName = useRoleName()
  if (!current || !views) return null
  const { id, role } = current
  return (
    <>
      <MenuSeparator />
      <MenuCheckboxItem
        checked={views.ownDefault === id}
        onCheckedChange={(checked) => setDefault("me", checked ? id : null)}
      >
        {t("opensForMe")}
      </MenuCheckboxItem>
      {sharing.isAdministrator && role !== null ? (
        <MenuCheckboxItem
          checked={views.roleDefaults[role] === id}
          onCheckedChange={(checked) => setDefault(role, checked ? id : null)}
        >
          {t("opensForRole", { role: roleName(role) })}
        </MenuCheckboxItem>
      ) : null}
    </>
  )
}

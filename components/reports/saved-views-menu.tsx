import { BookmarkPlus, PencilLine, RotateCcw, Save, Trash2 } from "lucide-react"
import { useTranslations } from "use-intl"
import type { Role } from "@/lib/catalogue"
import { changeView, plainReport, type SavedView, setDefaultView } from "@/lib/client"
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
import { useReport } from "./report-context"
import { contentOf, plainOf, viewOf } from "./saved-view-content"
import { useSavedViews, type ViewDialog, type ViewSaving } from "./use-saved-views"

interface SavedViewsMenuProps {
  readonly saving: ViewSaving
  readonly onDialog: (dialog: ViewDialog) => void
}

/** A report's saved views to choose from, and what can be done with the one that is shown. */
export function SavedViewsMenu(props: SavedViewsMenuProps) {
  const t = useTranslations("views")
  return (
    <>
      <ViewChoices />
      <MenuSeparator />
      <CurrentActions {...props} />
      <MenuItem onClick={() => props.onDialog({ kind: "create" })}>
        <BookmarkPlus aria-hidden="true" />
        {t("saveAs")}
      </MenuItem>
      <DefaultChoices saving={props.saving} />
    </>
  )
}

function ViewChoices() {
  const { setup, view, setView } = useReport()
  const t = useTranslations("views")
  const { views, current } = useSavedViews()
  const all = views?.views ?? []
  const choose = (id: string) => {
    const saved = all.find((each) => each.id === id)
    setView(saved ? viewOf(setup, saved) : plainOf(view, views))
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

/** Names whom a view is shared with, and whose it is. */
function useViewNote(): (view: SavedView) => string {
  const t = useTranslations("views")
  const roleName = useRoleName()
  return ({ role, isMine, ownerName }) => {
    const shared = role === null ? "" : t("sharedWith", { role: roleName(role) })
    const owner = isMine || !ownerName ? "" : t("by", { owner: ownerName })
    return [shared, owner].filter(Boolean).join(" · ")
  }
}

function CurrentActions({ saving, onDialog }: SavedViewsMenuProps) {
  const { setup, view, setView } = useReport()
  const t = useTranslations("views")
  const { current, isChanged } = useSavedViews()
  if (!current) return null
  const save = () => {
    const search = contentOf(setup.operation, view)
    void saving.run(() => changeView(current.id, { search }))
  }
  return (
    <>
      {isChanged && current.mayChange ? (
        <MenuItem onClick={save}>
          <Save aria-hidden="true" />
          {t("save")}
        </MenuItem>
      ) : null}
      {isChanged ? (
        <MenuItem onClick={() => setView(viewOf(setup, current))}>
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

function DefaultChoices({ saving }: Pick<SavedViewsMenuProps, "saving">) {
  const { operation, sharing } = useReport().setup
  const t = useTranslations("views")
  const roleName = useRoleName()
  const { views, current } = useSavedViews()
  if (!current || !views) return null
  const { id, role } = current
  const setDefault = (whose: "me" | Role, checked: boolean) =>
    saving.run(() => setDefaultView(operation.id, whose, checked ? id : null).then(() => undefined))
  return (
    <>
      <MenuSeparator />
      <MenuCheckboxItem
        checked={views.ownDefault === id}
        onCheckedChange={(checked) => setDefault("me", checked)}
      >
        {t("opensForMe")}
      </MenuCheckboxItem>
      {sharing.isAdministrator && role !== null ? (
        <MenuCheckboxItem
          checked={views.roleDefaults[role] === id}
          onCheckedChange={(checked) => setDefault(role, checked)}
        >
          {t("opensForRole", { role: roleName(role) })}
        </MenuCheckboxItem>
      ) : null}
    </>
  )
}

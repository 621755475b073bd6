import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import {
  Bookmark,
  BookmarkPlus,
  ChevronDown,
  PencilLine,
  Pin,
  PinOff,
  RotateCcw,
  Save,
  Trash2,
} from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Role } from "@/lib/catalogue"
import {
  changeView,
  plainReport,
  type ReportViews,
  removeView,
  renewViews,
  type SavedView,
  saveView,
  setDefaultView,
  viewsOptions,
} from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import {
  Menu,
  MenuCheckboxItem,
  MenuContent,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "../ui/menu"
import { type Naming, NamingDialog } from "./naming-dialog"
import { useRoleName } from "./use-role-name"
import { ViewNaming } from "./view-naming"
import { ViewRemoval } from "./view-removal"

export interface ViewMenuProps {
  /** The id of the report, chart or summary in the saved views. */
  readonly report: string
  /** What would be saved now. */
  readonly search: string
  /** The id of the current saved item. */
  readonly shown: string | undefined
  /** True if the current state differs from the saved one. */
  readonly isChanged: (view: SavedView) => boolean
  /** Roles that it can be shared with. */
  readonly roles: readonly Role[]
  /** The saved items when the page was rendered. */
  readonly atFirst?: ReportViews | undefined
  readonly onOpen: (view: SavedView) => void
  /** Called when the current state becomes a saved item, or stops being one. */
  readonly onBecome: (view: SavedView | undefined) => void
  /** True if it can be pinned to Home. */
  readonly mayPin?: boolean
  /**
   * Shows the plain report, if a saved one opens by default; administrators set the default of a
   * role.
   */
  readonly opening?: { readonly onPlain: () => void; readonly isAdministrator: boolean }
  readonly size?: "sm"
}

/** The mutations of saved items, and the result of the last one. */
function useViewChanges({ report, search, onBecome }: ViewMenuProps) {
  const client = useQueryClient()
  const work = useMutation({
    mutationFn: (job: () => Promise<SavedView | undefined>) => job(),
    onSuccess: () => renewViews(client),
  })
  const run = (job: () => Promise<SavedView | undefined>) =>
    work.mutateAsync(job).then(
      (made) => {
        onBecome(made)
        return true
      },
      () => false,
    )
  return {
    work,
    save: (view: SavedView) => work.mutate(() => changeView(view.id, { search })),
    pin: (view: SavedView) => work.mutate(() => changeView(view.id, { pinned: !view.pinned })),
    remove: (view: SavedView) => run(() => removeView(view.id)),
    saveAs: (naming: Naming) => run(() => saveView(report, { ...naming, search })),
    openWith: (whose: "me" | Role, id: string | null) =>
      work.mutate(() => setDefaultView(report, whose, id).then(() => undefined)),
  }
}

/** The current saved report, chart or summary, and the actions to save, share, pin and remove. */
export function ViewMenu(props: ViewMenuProps) {
  const { report, atFirst, shown, isChanged, roles, onOpen, mayPin = true, opening, size } = props
  const t = useTranslations("views")
  const { data } = useQuery({ ...viewsOptions(report), ...(atFirst && { initialData: atFirst }) })
  const views = data?.views ?? []
  const current = views.find(({ id }) => id === shown)
  const changes = useViewChanges(props)
  const { work } = changes
  const [named, setNamed] = useState<{ readonly of?: SavedView }>()
  const [removed, setRemoved] = useState<SavedView>()
  const edited = named?.of
  const hasChanged = current !== undefined && isChanged(current)
  const openNaming = (next: typeof named) => {
    work.reset()
    setNamed(next)
  }
  const openRemoval = (next: typeof removed) => {
    work.reset()
    setRemoved(next)
  }
  const shared = { busy: work.isPending, error: work.error }
  return (
    <>
      <Menu>
        <MenuTrigger render={<Button variant="ghost" size={size} className="min-w-0 shrink" />}>
          <Bookmark aria-hidden="true" />
          <span className="sr-only">{current ? t("label") : null}</span>
          <span className="max-w-60 truncate">{current?.name ?? t("label")}</span>
          {hasChanged ? <ChangedDot /> : null}
          {current?.pinned ? <Pin aria-label={t("pinned")} className="text-accent-ink" /> : null}
          <ChevronDown aria-hidden="true" />
        </MenuTrigger>
        <MenuContent align="end" className="w-72 max-w-[calc(100vw-1rem)]">
          <ViewChoices
            views={views}
            shown={current?.id}
            onOpen={onOpen}
            onPlain={opening?.onPlain}
          />
          {current && hasChanged ? (
            <>
              {current.mayChange ? (
                <MenuItem onClick={() => changes.save(current)}>
                  <Save aria-hidden="true" />
                  {t("save")}
                </MenuItem>
              ) : null}
              <MenuItem onClick={() => onOpen(current)}>
                <RotateCcw aria-hidden="true" />
                {t("reset")}
              </MenuItem>
            </>
          ) : null}
          {current?.mayChange ? (
            <>
              {mayPin ? (
                <MenuItem onClick={() => changes.pin(current)}>
                  {current.pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
                  {current.pinned ? t("unpin") : t("pin")}
                </MenuItem>
              ) : null}
              <MenuItem onClick={() => openNaming({ of: current })}>
                <PencilLine aria-hidden="true" />
                {t("edit")}
              </MenuItem>
              <MenuItem onClick={() => openRemoval(current)}>
                <Trash2 aria-hidden="true" />
                {t("remove")}
              </MenuItem>
              <MenuSeparator />
            </>
          ) : null}
          <MenuItem onClick={() => openNaming({})}>
            <BookmarkPlus aria-hidden="true" />
            {t("saveAs")}
          </MenuItem>
          {opening && current && data ? (
            <OpeningChoices
              current={current}
              views={data}
              isAdministrator={opening.isAdministrator}
              onChoose={changes.openWith}
            />
          ) : null}
        </MenuContent>
      </Menu>
      {named || removed ? null : <ChangeProblem error={work.error} />}
      <NamingDialog
        asked={named && !named.of ? {} : undefined}
        title={t("dialog.createTitle")}
        roles={roles}
        {...(mayPin && { pin: t("pin") })}
        onName={changes.saveAs}
        onClose={() => openNaming(undefined)}
        {...shared}
      />
      <ViewNaming
        view={edited && (views.find(({ id }) => id === edited.id) ?? edited)}
        roles={roles}
        pin={mayPin ? t("pin") : undefined}
        onClose={() => openNaming(undefined)}
      />
      <ViewRemoval
        view={removed}
        onRemove={changes.remove}
        onClose={() => openRemoval(undefined)}
        {...shared}
      />
    </>
  )
}

function ChangedDot() {
  const t = useTranslations("views")
  return (
    <>
      <span className="size-1.5 shrink-0 rounded-full bg-accent" title={t("changed")} />
      <span className="sr-only">{t("changed")}</span>
    </>
  )
}

interface ViewChoicesProps {
  readonly views: readonly SavedView[]
  readonly shown: string | undefined
  readonly onOpen: (view: SavedView) => void
  readonly onPlain: (() => void) | undefined
}

function ViewChoices({ views, shown, onOpen, onPlain }: ViewChoicesProps) {
  const t = useTranslations("views")
  if (views.length === 0 && !onPlain) return null
  const choose = (id: string) => {
    const view = views.find((each) => each.id === id)
    if (view) onOpen(view)
    else onPlain?.()
  }
  return (
    <MenuRadioGroup value={shown ?? plainReport} onValueChange={choose}>
      {onPlain ? <MenuRadioItem value={plainReport}>{t("plain")}</MenuRadioItem> : null}
      <ViewGroup title={t("mine")} views={views.filter(({ isMine }) => isMine)} />
      <ViewGroup title={t("shared")} views={views.filter(({ isMine }) => !isMine)} />
      <MenuSeparator />
    </MenuRadioGroup>
  )
}

/** Describes a view's audience and owner. */
function useViewNote(): (view: SavedView) => string {
  const t = useTranslations("views")
  const roleName = useRoleName()
  return ({ role, isMine, ownerName }) => {
    const shared = role === null ? "" : t("sharedWith", { role: roleName(role) })
    const owner = isMine || !ownerName ? "" : t("by", { owner: ownerName })
    return [shared, owner].filter(Boolean).join(" · ")
  }
}

function ViewGroup({ title, views }: { title: string; views: readonly SavedView[] }) {
  const t = useTranslations("views")
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
          {view.pinned ? (
            <Pin aria-label={t("pinned")} className="size-3.5 text-ink-faint" />
          ) : null}
        </MenuRadioItem>
      ))}
    </MenuGroup>
  )
}

interface OpeningChoicesProps {
  readonly current: SavedView
  readonly views: ReportViews
  readonly isAdministrator: boolean
  readonly onChoose: (whose: "me" | Role, id: string | null) => void
}

/**
 * Whether a report opens with the current saved view: for the person, and for the role it is shared
 * with.
 */
function OpeningChoices({ current, views, isAdministrator, onChoose }: OpeningChoicesProps) {
  const t = useTranslations("views")
  const roleName = useRoleName()
  const { id, role } = current
  return (
    <>
      <MenuSeparator />
      <MenuCheckboxItem
        checked={views.ownDefault === id}
        onCheckedChange={(checked) => onChoose("me", checked ? id : null)}
      >
        {t("opensForMe")}
      </MenuCheckboxItem>
      {isAdministrator && role !== null ? (
        <MenuCheckboxItem
          checked={views.roleDefaults[role] === id}
          onCheckedChange={(checked) => onChoose(role, checked ? id : null)}
        >
          {t("opensForRole", { role: roleName(role) })}
        </MenuCheckboxItem>
      ) : null}
    </>
  )
}

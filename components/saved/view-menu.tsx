import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import {
  Bookmark,
  BookmarkPlus,
  ChevronDown,
  PencilLine,
  Pin,
  PinOff,
  Save,
  Trash2,
} from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Role } from "@/lib/catalogue"
import {
  changeView,
  type ReportViews,
  removeView,
  renewViews,
  type SavedView,
  saveView,
  viewsOptions,
} from "@/lib/client"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import {
  Menu,
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
import { ViewNaming } from "./view-naming"
import { ViewRemoval } from "./view-removal"

export interface ViewMenuProps {
  /** What is saved: a chart's, a summary's or a report's name in the saved views. */
  readonly report: string
  /** What would be saved now. */
  readonly search: string
  /** The id of the saved one that is shown. */
  readonly shown: string | undefined
  /** Whether what is shown is no longer what was saved. */
  readonly isChanged: (view: SavedView) => boolean
  /** The roles that it can be shared with. */
  readonly roles: readonly Role[]
  /** The saved ones at the time of the page. */
  readonly atFirst?: ReportViews | undefined
  readonly onOpen: (view: SavedView) => void
  /** What is shown has become, or is no longer, a saved one. */
  readonly onBecome: (view: SavedView | undefined) => void
}

/** What can be done with what is saved, and how the last change went. */
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
  }
}

/** Which saved chart or summary is shown, and the ways to save, share, pin and remove them. */
export function ViewMenu(props: ViewMenuProps) {
  const { report, atFirst, shown, isChanged, roles, onOpen } = props
  const t = useTranslations("views.menu")
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
        <MenuTrigger render={<Button variant="ghost" />}>
          <Bookmark aria-hidden="true" />
          <span className="max-w-48 truncate">{current?.name ?? t("label")}</span>
          {hasChanged ? <span className="text-ink-faint text-xs">{t("changed")}</span> : null}
          {current?.pinned ? <Pin aria-label={t("pinned")} className="text-accent-ink" /> : null}
          <ChevronDown aria-hidden="true" />
        </MenuTrigger>
        <MenuContent align="end" className="w-72 max-w-[calc(100vw-1rem)]">
          <ViewChoices views={views} shown={current?.id ?? ""} onOpen={onOpen} />
          {current?.mayChange ? (
            <>
              {hasChanged ? (
                <MenuItem onClick={() => changes.save(current)}>
                  <Save aria-hidden="true" />
                  {t("save")}
                </MenuItem>
              ) : null}
              <MenuItem onClick={() => changes.pin(current)}>
                {current.pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
                {current.pinned ? t("unpin") : t("pin")}
              </MenuItem>
              <MenuItem onClick={() => openNaming({ of: current })}>
                <PencilLine aria-hidden="true" />
                {t("edit")}
              </MenuItem>
              <MenuItem onClick={() => openRemoval(current)}>
                <Trash2 aria-hidden="true" />
                {t("removeAsked")}
              </MenuItem>
              <MenuSeparator />
            </>
          ) : null}
          <MenuItem onClick={() => openNaming({})}>
            <BookmarkPlus aria-hidden="true" />
            {t("saveAs")}
          </MenuItem>
        </MenuContent>
      </Menu>
      {named || removed ? null : <ChangeProblem error={work.error} />}
      <NamingDialog
        asked={named && !named.of ? {} : undefined}
        title={t("createTitle")}
        roles={roles}
        pin={t("pin")}
        onName={changes.saveAs}
        onClose={() => openNaming(undefined)}
        {...shared}
      />
      <ViewNaming
        view={edited && (views.find(({ id }) => id === edited.id) ?? edited)}
        roles={roles}
        pin={t("pin")}
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

interface ViewChoicesProps {
  readonly views: readonly SavedView[]
  readonly shown: string
  readonly onOpen: (view: SavedView) => void
}

function ViewChoices({ views, shown, onOpen }: ViewChoicesProps) {
  const t = useTranslations("views.menu")
  if (views.length === 0) return null
  return (
    <MenuRadioGroup
      value={shown}
      onValueChange={(id) => {
        const view = views.find((each) => each.id === id)
        if (view) onOpen(view)
      }}
    >
      <MenuGroup>
        <MenuLabel>{t("label")}</MenuLabel>
        {views.map((view) => (
          <MenuRadioItem key={view.id} value={view.id}>
            <span className="min-w-0 flex-1">{view.name}</span>
            {view.pinned ? (
              <Pin aria-label={t("pinned")} className="size-3.5 text-ink-faint" />
            ) : null}
          </MenuRadioItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
    </MenuRadioGroup>
  )
}

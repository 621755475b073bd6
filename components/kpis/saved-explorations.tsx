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
import { explorationReport, readPageSearch } from "@/lib/catalogue"
import {
  changeView,
  parseExploration,
  removeView,
  renewViews,
  type SavedView,
  savedSearch,
  saveView,
  viewsOptions,
} from "@/lib/client"
import { type Naming, NamingDialog } from "../saved/naming-dialog"
import { ViewNaming } from "../saved/view-naming"
import { ViewRemoval } from "../saved/view-removal"
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
import { useExplorer } from "./explorer-context"

type Work = () => Promise<SavedView | undefined>

/** The saved explorations of the data set, and which one is shown. */
function useSavedExplorations() {
  const { setup, exploration, changeExploration } = useExplorer()
  const { operation, dataSetId, views: atFirst } = setup
  const options = viewsOptions(explorationReport(dataSetId))
  const { data } = useQuery({ ...options, ...(atFirst && { initialData: atFirst }) })
  const views = data?.views ?? []
  const current = views.find(({ id }) => id === exploration.saved)
  const read = (view: SavedView) =>
    parseExploration(operation, readPageSearch(view.search), exploration.question.zone).exploration
  return {
    views,
    current,
    isChanged:
      current !== undefined &&
      savedSearch(operation, read(current)) !== savedSearch(operation, exploration),
    open: (view: SavedView) => changeExploration({ ...read(view), saved: view.id }),
  }
}

type Saved = ReturnType<typeof useSavedExplorations>

/** What can be done with saved explorations, and how the last change went. */
function useExplorationChanges() {
  const { setup, exploration, changeExploration } = useExplorer()
  const { operation, dataSetId } = setup
  const report = explorationReport(dataSetId)
  const client = useQueryClient()
  const search = savedSearch(operation, exploration)
  const work = useMutation({
    mutationFn: (job: Work) => job(),
    onSuccess: () => renewViews(client),
  })
  const run = (job: Work, after: (made: SavedView | undefined) => void) =>
    work.mutateAsync(job).then(
      (made) => {
        after(made)
        return true
      },
      () => false,
    )
  return {
    work,
    save: (view: SavedView) => work.mutate(() => changeView(view.id, { search })),
    pin: (view: SavedView) => work.mutate(() => changeView(view.id, { pinned: !view.pinned })),
    remove: (view: SavedView) =>
      run(
        () => removeView(view.id).then(() => undefined),
        () => {
          const { saved: _, ...rest } = exploration
          changeExploration(rest, { replace: true })
        },
      ),
    saveAs: (naming: Naming) =>
      run(
        () => saveView(report, { ...naming, search }),
        (made) => {
          if (made) changeExploration({ ...exploration, saved: made.id }, { replace: true })
        },
      ),
  }
}

type Changes = ReturnType<typeof useExplorationChanges>

/** In the head: which saved exploration is shown, and the ways to save, share, pin and remove them. */
export function SavedExplorations() {
  const t = useTranslations("kpis.saved")
  const saved = useSavedExplorations()
  const changes = useExplorationChanges()
  const [named, setNamed] = useState<{ readonly of?: SavedView }>()
  const [removed, setRemoved] = useState<SavedView>()
  const { roles } = useExplorer().setup
  const edited = named?.of
  const { current, isChanged } = saved
  const { work } = changes
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
          {isChanged ? <span className="text-ink-faint text-xs">{t("changed")}</span> : null}
          {current?.pinned ? <Pin aria-label={t("pinned")} className="text-accent-ink" /> : null}
          <ChevronDown aria-hidden="true" />
        </MenuTrigger>
        <MenuContent align="end" className="w-72 max-w-[calc(100vw-1rem)]">
          <ExplorationChoices saved={saved} />
          {current?.mayChange ? (
            <>
              <ExplorationChanges
                changes={changes}
                current={current}
                isChanged={isChanged}
                onName={() => openNaming({ of: current })}
                onRemove={() => openRemoval(current)}
              />
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
        view={edited && (saved.views.find(({ id }) => id === edited.id) ?? edited)}
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

function ExplorationChoices({ saved: { views, current, open } }: { saved: Saved }) {
  const t = useTranslations("kpis.saved")
  if (views.length === 0) return null
  return (
    <MenuRadioGroup
      value={current?.id ?? ""}
      onValueChange={(id) => {
        const view = views.find((each) => each.id === id)
        if (view) open(view)
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

interface ChangesProps {
  readonly changes: Changes
  readonly current: SavedView
  readonly isChanged: boolean
  readonly onName: () => void
  readonly onRemove: () => void
}

function ExplorationChanges(props: ChangesProps) {
  const { changes, current, isChanged, onName, onRemove } = props
  const t = useTranslations("kpis.saved")
  return (
    <>
      {isChanged ? (
        <MenuItem onClick={() => changes.save(current)}>
          <Save aria-hidden="true" />
          {t("save")}
        </MenuItem>
      ) : null}
      <MenuItem onClick={() => changes.pin(current)}>
        {current.pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
        {current.pinned ? t("unpin") : t("pin")}
      </MenuItem>
      <MenuItem onClick={onName}>
        <PencilLine aria-hidden="true" />
        {t("edit")}
      </MenuItem>
      <MenuItem onClick={onRemove}>
        <Trash2 aria-hidden="true" />
        {t("removeAsked")}
      </MenuItem>
    </>
  )
}

import { Bookmark, ChevronDown } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Badge } from "../ui/badge"
import { Button } from "../ui/button"
import { Menu, MenuContent, MenuTrigger } from "../ui/menu"
import { useReport } from "./report-context"
import { ProblemTitle } from "./report-problem"
import { plainOf } from "./saved-view-content"
import { SavedViewDialogs } from "./saved-view-dialogs"
import { SavedViewsMenu } from "./saved-views-menu"
import { useSavedViews, useViewSaving, type ViewDialog } from "./use-saved-views"

/** In a report's head: the saved view that is shown, whether it was changed, and all that can be done with views. */
export function SavedViewsControl() {
  const { setup, view, setView } = useReport()
  const t = useTranslations("views")
  const { views, current, isChanged, isDefault } = useSavedViews()
  const saving = useViewSaving()
  const [dialog, setDialog] = useState<ViewDialog>()
  const { problem } = saving
  const open = (next: ViewDialog | undefined) => {
    saving.forgetProblem()
    setDialog(next)
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
      <Menu>
        <MenuTrigger
          render={<Button variant="ghost" size="sm" className="min-w-0 shrink max-sm:-ml-2" />}
        >
          <Bookmark aria-hidden="true" />
          <span className="sr-only">{current ? t("label") : null}</span>
          <span className="max-w-60 truncate">{current?.name ?? t("label")}</span>
          {isChanged ? <ChangedDot /> : null}
          <ChevronDown className="text-ink-faint" aria-hidden="true" />
        </MenuTrigger>
        <MenuContent className="w-72 max-w-[calc(100vw-1rem)]">
          <SavedViewsMenu saving={saving} onDialog={open} />
        </MenuContent>
      </Menu>
      {isDefault ? (
        <>
          <Badge tone="outline">{t("default")}</Badge>
          <button
            type="button"
            onClick={() => setView(plainOf(view, views))}
            className="rounded-sm text-accent-ink text-xs hover:underline"
          >
            {t("showPlain")}
          </button>
        </>
      ) : null}
      {problem && !dialog ? (
        <p role="alert" className="text-critical-ink text-xs">
          <ProblemTitle operation={setup.operation} problem={problem} />
        </p>
      ) : null}
      <SavedViewDialogs dialog={dialog} saving={saving} onClose={() => open(undefined)} />
    </div>
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

import { useQuery } from "@tanstack/react-query"
import { useTranslations } from "use-intl"
import { viewsOptions } from "@/lib/client"
import { ViewMenu } from "../saved/view-menu"
import { Badge } from "../ui/badge"
import { useReport } from "./report-context"
import {
  contentOf,
  isChangedFrom,
  plainOf,
  savedStateOf,
  viewOf,
  withoutName,
} from "./saved-view-content"

/** In the report's head: the current saved view and the actions on views. */
export function SavedViewsControl() {
  const { setup, view, setView } = useReport()
  const { operation, sharing } = setup
  const t = useTranslations("views")
  const atFirst = sharing.views
  const options = viewsOptions(operation.id)
  const { data: views } = useQuery({ ...options, ...(atFirst && { initialData: atFirst }) })
  const { current, isDefault } = savedStateOf(view, views)
  const showPlain = () => setView(plainOf(view, views))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
      <ViewMenu
        report={operation.id}
        search={contentOf(operation, view)}
        shown={current?.id}
        isChanged={(saved) => isChangedFrom(setup, view, saved)}
        roles={sharing.roles}
        atFirst={atFirst}
        mayPin={operation.wholeOf !== undefined}
        opening={{ onPlain: showPlain, isAdministrator: sharing.isAdministrator }}
        size="sm"
        onOpen={(saved) => setView(viewOf(setup, saved))}
        onBecome={(saved) =>
          setView(saved ? { ...view, saved: saved.id } : withoutName(view), { replace: true })
        }
      />
      {isDefault ? (
        <>
          <Badge tone="outline">{t("default")}</Badge>
          <button
            type="button"
            onClick={showPlain}
            className="rounded-sm text-accent-ink text-xs hover:underline"
          >
            {t("showPlain")}
          </button>
        </>
      ) : null}
    </div>
  )
}

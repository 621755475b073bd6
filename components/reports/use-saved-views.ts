import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Role } from "@/lib/catalogue"
import {
  changeView,
  removeView,
  type SavedView,
  saveView,
  setDefaultView,
  toProblem,
  viewsOptions,
} from "@/lib/client"
import type { Naming } from "../saved/naming-dialog"
import type { ReportPartProps } from "./report-setup"
import { contentOf, plainOf, savedStateOf, viewOf, withoutName } from "./saved-view-content"

/** The saved views of a report, which of them is shown, and what can be done with it; `change` answers whether it succeeded. */
export function useSavedViews({ setup, view, onView }: ReportPartProps) {
  const { operation } = setup
  const client = useQueryClient()
  const options = viewsOptions(operation.id)
  const { views: atFirst } = setup.sharing
  const { data: views } = useQuery({ ...options, ...(atFirst && { initialData: atFirst }) })
  const state = savedStateOf(setup, view, views)
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (work: () => Promise<SavedView | undefined>) => work(),
    onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
  })
  const run = (work: () => Promise<SavedView | undefined>, after?: (made?: SavedView) => void) =>
    mutateAsync(work).then(
      (made) => {
        after?.(made)
        return true
      },
      () => false,
    )
  const search = contentOf(operation, view)
  const open = (saved: SavedView) => onView(viewOf(setup, saved))
  return {
    ...state,
    views,
    busy: isPending,
    problem: error ? toProblem(error) : undefined,
    forgetProblem: reset,
    open,
    openPlain: () => onView(plainOf(view, views)),
    save: ({ id }: SavedView) => run(() => changeView(id, { search })),
    rename: ({ id }: SavedView, naming: Naming) => run(() => changeView(id, naming)),
    saveAs: (naming: Naming) =>
      run(
        () => saveView(operation.id, { ...naming, search }),
        (made) => made && onView({ ...view, saved: made.id }, { replace: true }),
      ),
    remove: ({ id }: SavedView) =>
      run(
        () => removeView(id).then(() => undefined),
        () => onView(withoutName(view), { replace: true }),
      ),
    setDefault: (whose: "me" | Role, id: string | null) =>
      run(() => setDefaultView(operation.id, whose, id).then(() => undefined)),
  }
}

export type SavedViews = ReturnType<typeof useSavedViews>

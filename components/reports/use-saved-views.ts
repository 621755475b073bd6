import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import {
  type ApiProblem,
  type ReportViews,
  renewViews,
  type SavedView,
  toProblem,
  viewsOptions,
} from "@/lib/client"
import { useReport } from "./report-context"
import { type SavedState, savedStateOf } from "./saved-view-content"

interface SavedViews extends SavedState {
  /** Undefined until they are read. */
  readonly views: ReportViews | undefined
}

/** The saved views of the report, and which of them is shown. */
export function useSavedViews(): SavedViews {
  const { setup, view } = useReport()
  const { views: atFirst } = setup.sharing
  const options = viewsOptions(setup.operation.id)
  const { data: views } = useQuery({ ...options, ...(atFirst && { initialData: atFirst }) })
  return { views, ...savedStateOf(setup, view, views) }
}

type Work = () => Promise<SavedView | undefined>

/** How changes of saved views are sent. */
export interface ViewSaving {
  /** Sends a change, and answers whether it succeeded. */
  readonly run: (work: Work, after?: (made?: SavedView) => void) => Promise<boolean>
  readonly busy: boolean
  readonly problem: ApiProblem | undefined
  readonly forgetProblem: () => void
}

/** Sends changes of the report's saved views. */
export function useViewSaving(): ViewSaving {
  const client = useQueryClient()
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (work: Work) => work(),
    onSuccess: () => renewViews(client),
  })
  const run: ViewSaving["run"] = (work, after) =>
    mutateAsync(work).then(
      (made) => {
        after?.(made)
        return true
      },
      () => false,
    )
  return {
    run,
    busy: isPending,
    problem: error ? toProblem(error) : undefined,
    forgetProblem: reset,
  }
}

/** What a dialog about saved views is about: the name of a new view, or the one that is shown. */
export type ViewDialog =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "remove"; readonly of: SavedView }

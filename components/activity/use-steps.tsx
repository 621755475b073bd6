import { type ReactNode, useCallback, useState } from "react"
import { useTranslations } from "use-intl"
import type { ActivitySetup } from "./activity-setup"
import type { EntryTools } from "./entry-tools"
import { StepDialog, type StepRequest } from "./step-dialog"

/** Undo and redo of the lines of a list: what begins one, and the dialog with the word of its success. */
export function useSteps({ list, patches, mayWrite }: ActivitySetup): {
  readonly onStep: EntryTools["onStep"]
  readonly dialog: ReactNode
} {
  const t = useTranslations("activity.step")
  const [request, setRequest] = useState<StepRequest>()
  const [done, setDone] = useState<StepRequest["step"]["action"]>()
  const begin = useCallback<NonNullable<EntryTools["onStep"]>>((entry, step) => {
    setDone(undefined)
    setRequest({ entry, step })
  }, [])
  const close = () => setRequest(undefined)
  const dialog = (
    <>
      <p role="status" className="px-4 py-2 text-positive-ink text-xs empty:hidden">
        {done ? t(`${done}Done`) : null}
      </p>
      {request ? (
        <StepDialog
          key={request.step.target}
          request={request}
          list={list}
          patches={patches}
          onClose={close}
          onDone={() => {
            setDone(request.step.action)
            close()
          }}
        />
      ) : null}
    </>
  )
  return { onStep: mayWrite ? begin : undefined, dialog }
}

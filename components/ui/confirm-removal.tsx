import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { Button } from "./button"
import { ChangeProblem } from "./change-problem"
import { DialogClose, DialogContent } from "./dialog"

export interface ConfirmRemovalProps {
  readonly title: string
  /** The label of the button that removes it. */
  readonly action: string
  readonly busy: boolean
  /** Why it could not be removed. */
  readonly error: unknown
  readonly onRemove: () => void
  /**
   * Receives the focus afterwards, because the trigger may be removed too; true if it still exists.
   */
  readonly focusAfter?: (() => HTMLElement | true) | undefined
  /** What is removed with it. */
  readonly children: ReactNode
}

/** Inside a `Dialog`: confirms a removal. */
export function ConfirmRemoval(props: ConfirmRemovalProps) {
  const { title, action, busy, error, onRemove, focusAfter, children } = props
  const common = useTranslations("common")
  return (
    <DialogContent
      title={title}
      focusAfter={focusAfter}
      actions={
        <>
          <DialogClose render={<Button />}>{common("cancel")}</DialogClose>
          <Button variant="danger" disabled={busy} onClick={onRemove}>
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <p className="text-ink-muted">{children}</p>
        <ChangeProblem error={error} />
      </div>
    </DialogContent>
  )
}

import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { Button } from "./button"
import { ChangeProblem } from "./change-problem"
import { DialogClose, DialogContent } from "./dialog"

export interface ConfirmRemovalProps {
  readonly title: string
  /** What the button says that takes it away. */
  readonly action: string
  readonly busy: boolean
  /** Why it could not be taken away. */
  readonly error: unknown
  readonly onRemove: () => void
  /** What has the focus afterwards, where what opened it may have gone with it; true where it is still there. */
  readonly focusAfter?: (() => HTMLElement | true) | undefined
  /** What goes with it. */
  readonly children: ReactNode
}

/** Inside a `Dialog`: asks before something is taken away. */
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

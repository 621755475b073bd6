import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"

export interface SaveRowProps {
  /** What the button says. */
  readonly label: string
  readonly disabled: boolean
  /** Said once the form is saved. */
  readonly saved: string | undefined
  readonly error: unknown
}

/** At the end of a form: its button, and what became of it. */
export function SaveRow({ label, disabled, saved, error }: SaveRowProps) {
  return (
    <div className="space-y-2">
      <div className="flex items-center gap-3">
        <Button type="submit" variant="primary" size="sm" disabled={disabled}>
          {label}
        </Button>
        <span role="status" className="text-ink-muted text-xs">
          {saved}
        </span>
      </div>
      <ChangeProblem error={error} />
    </div>
  )
}

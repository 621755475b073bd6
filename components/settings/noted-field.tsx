import { useId } from "react"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { Input, type InputProps } from "../ui/input"

interface NotedFieldProps extends Omit<InputProps, "size" | "id"> {
  readonly label: string
  readonly note: string
  /** The error message. */
  readonly fault?: string | undefined
}

/** A labelled input with a note, which an error replaces. */
export function NotedField({ label, note, fault, ...props }: NotedFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      <Input
        id={id}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
        {...props}
      />
      <p
        id={`${id}-note`}
        {...(fault && { role: "alert" })}
        className={fault ? "mt-1 text-critical-ink text-xs" : "mt-1 text-ink-muted text-xs"}
      >
        {fault ?? note}
      </p>
    </div>
  )
}

interface SaveRowProps {
  /** The label of the button. */
  readonly label: string
  readonly disabled: boolean
  /** Shown once the form is saved. */
  readonly saved: string | undefined
  readonly error: unknown
}

/** The end of a form: its button, and the result. */
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

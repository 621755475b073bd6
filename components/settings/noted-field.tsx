import { useId } from "react"
import { Button } from "../ui/button"
import { ChangeProblem } from "../ui/change-problem"
import { Input, type InputProps } from "../ui/input"

interface NotedFieldProps extends Omit<InputProps, "size" | "id"> {
  readonly label: string
  readonly note: string
  /** What is wrong with it. */
  readonly fault?: string | undefined
}

/** A labelled line of a form, with a note that gives way to what is wrong. */
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

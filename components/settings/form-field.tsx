import { useId } from "react"
import { Input, type InputProps } from "../ui/input"

export interface FormFieldProps extends Omit<InputProps, "size" | "id"> {
  readonly label: string
  readonly note: string
  /** What is wrong with it. */
  readonly fault?: string | undefined
}

/** A labelled line of a form, with a note that gives way to what is wrong. */
export function FormField({ label, note, fault, ...props }: FormFieldProps) {
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

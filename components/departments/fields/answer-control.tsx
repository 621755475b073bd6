import { useTranslations } from "use-intl"
import { cn } from "../../ui/class-names"
import type { ControlProps } from "./control-props"

const answers = [
  ["yes", true],
  ["no", false],
  ["none", null],
] as const

/** Yes, no or unset; unset is not offered for required fields. */
export function AnswerControl(props: ControlProps) {
  const { field, label, value, onChange, onBlur, id, describedBy } = props
  const common = useTranslations("common")
  const tTerms = useTranslations("departments.words")
  const offered = answers.filter(([, meaning]) => meaning !== null || !field.required)
  return (
    <div
      role="radiogroup"
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className="inline-flex h-8 max-w-full rounded-md border border-control bg-surface p-0.5 dark:bg-sunken"
    >
      {offered.map(([answer, meaning]) => (
        <label
          key={answer}
          className={cn(
            "relative grid cursor-default select-none place-items-center rounded-sm px-3 text-xs transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus",
            (value ?? null) === meaning
              ? "bg-accent-soft font-medium text-accent-ink"
              : "text-ink-muted hover:text-ink",
          )}
        >
          <input
            type="radio"
            name={id}
            className="absolute inset-0 cursor-default opacity-0"
            checked={(value ?? null) === meaning}
            onChange={() => onChange(meaning)}
            onBlur={onBlur}
          />
          {answer === "none" ? tTerms("none") : common(answer)}
        </label>
      ))}
    </div>
  )
}

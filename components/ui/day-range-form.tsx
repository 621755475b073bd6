import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { type DayRange, isDay } from "@/lib/catalogue"
import { Button } from "./button"
import { Input } from "./input"

export interface DayRangeFormProps {
  /** The initial days; empty texts are none. */
  readonly initial: DayRange
  readonly onChoose: (days: DayRange) => void
}

/** The first and last day of a period; only valid periods can be submitted. */
export function DayRangeForm({ initial, onChoose }: DayRangeFormProps) {
  const t = useTranslations("filters.periods")
  const id = useId()
  const [{ from, to }, setDays] = useState(initial)
  const isWhole = isDay(from) && isDay(to) && from <= to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) onChoose({ from, to })
  }
  return (
    <form onSubmit={submit} className="mt-3 grid grid-cols-2 gap-2 border-t pt-3">
      {(["from", "to"] as const).map((end) => (
        <div key={end}>
          <label htmlFor={`${id}-${end}`} className="text-ink-muted text-xs">
            {t(end)}
          </label>
          <Input
            id={`${id}-${end}`}
            type="date"
            size="sm"
            value={end === "from" ? from : to}
            onValueChange={(day) => setDays({ from, to, [end]: day })}
          />
        </div>
      ))}
      {isDay(from) && isDay(to) && from > to ? (
        <p role="alert" className="col-span-2 text-critical-ink text-xs">
          {t("reversed")}
        </p>
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="sm"
        disabled={!isWhole}
        className="col-span-2 justify-self-end"
      >
        {t("apply")}
      </Button>
    </form>
  )
}

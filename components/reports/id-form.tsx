import { type FormEvent, useId, useState } from "react"
import { useTranslations } from "use-intl"
import { type PathParameters, parseGuid } from "@/lib/catalogue"
import { Button } from "../ui/button"
import { Input } from "../ui/input"
import type { PathLevel } from "./path-choices"

export interface IdFormProps {
  readonly steps: readonly PathLevel[]
  readonly parameters: PathParameters
  readonly onChange: (parameters: PathParameters) => void
}

export function IdForm({ steps, parameters, onChange }: IdFormProps) {
  const t = useTranslations("reports")
  const [texts, setTexts] = useState(parameters)
  const [shown, setShown] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = steps.map(({ parameter }) => [
      parameter,
      parseGuid((texts[parameter] ?? "").trim()),
    ])
    if (read.every(([, guid]) => guid !== undefined)) onChange(Object.fromEntries(read))
    else setShown(true)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      {steps.map((step) => (
        <IdField
          key={step.parameter}
          step={step}
          text={texts[step.parameter] ?? ""}
          shown={shown}
          onChange={(text) => setTexts({ ...texts, [step.parameter]: text })}
        />
      ))}
      <Button type="submit" variant="primary" className="justify-self-end">
        {t("path.show")}
      </Button>
    </form>
  )
}

interface IdFieldProps {
  readonly step: PathLevel
  readonly text: string
  readonly shown: boolean
  readonly onChange: (text: string) => void
}

function IdField({ step, text, shown, onChange }: IdFieldProps) {
  const t = useTranslations("reports")
  const id = useId()
  const invalid = shown && parseGuid(text.trim()) === undefined
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-ink-muted text-xs">
        {step.title}
      </label>
      <Input
        id={id}
        value={text}
        onValueChange={onChange}
        aria-invalid={invalid}
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-xs"
      />
      {invalid ? (
        <p role="alert" className="text-critical-ink text-xs">
          {t("path.invalidId", { parameter: step.parameter })}
        </p>
      ) : null}
    </div>
  )
}

import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { type Option, Select } from "../ui/select"
import type { ExportChoice } from "./build-order"

export interface ExportChoicesProps {
  readonly choice: ExportChoice
  readonly onChoice: (choice: ExportChoice) => void
}

export function ExportChoices({ choice, onChoice }: ExportChoicesProps) {
  const t = useTranslations("exports")
  const select = <Name extends "content" | "separator">(
    name: Name,
    label: string,
    options: readonly Option<ExportChoice[Name]>[],
  ) => (
    <Choice label={label}>
      <Select<ExportChoice[Name]>
        label={label}
        value={choice[name]}
        onValueChange={(value) => onChoice({ ...choice, [name]: value })}
        options={options}
        className="w-44 sm:w-56"
      />
    </Choice>
  )
  return (
    <div className="grid gap-3">
      <Choice label={t("choice.format")}>
        <fieldset aria-label={t("choice.format")} className="flex rounded-md border">
          {(["csv", "xlsx"] as const).map((format) => (
            <Button
              key={format}
              size="sm"
              variant="ghost"
              aria-pressed={format === choice.format}
              data-first-focus={format === choice.format ? "" : undefined}
              className={format === choice.format ? "bg-accent-soft text-accent-ink!" : ""}
              onClick={() => onChoice({ ...choice, format })}
            >
              {t(`format.${format}Long`)}
            </Button>
          ))}
        </fieldset>
      </Choice>
      {select("content", t("choice.content"), [
        { value: "shown", label: t("content.shown") },
        { value: "all", label: t("content.all") },
      ])}
      <p className="-mt-1 text-right text-ink-muted text-xs">
        {t(`content.${choice.content}Detail`)}
      </p>
      {choice.format === "csv"
        ? select("separator", t("choice.separator"), [
            { value: ",", label: t("separator.comma") },
            { value: ";", label: t("separator.semicolon") },
          ])
        : null}
    </div>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span aria-hidden="true" className="text-sm">
        {label}
      </span>
      {children}
    </div>
  )
}

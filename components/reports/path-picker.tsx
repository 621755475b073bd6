import { useQuery } from "@tanstack/react-query"
import { Fingerprint, Waypoints } from "lucide-react"
import { useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import { missingParameters } from "@/lib/client"
import { inSentence } from "@/lib/client/messages"
import { cn } from "../ui/class-names"
import { Combobox } from "../ui/combobox"
import { EmptyState } from "../ui/empty-state"
import { SettingsLink } from "../ui/settings-link"
import { shortenId } from "../ui/short-id"
import { ControlPopover } from "./control-popover"
import { IdForm } from "./id-form"
import {
  type Choice,
  chooseParameter,
  listedChoicesOptions,
  type PathLevel,
  workspaceChoices,
} from "./path-choices"
import { useReport } from "./report-context"
import { TwinLink } from "./whole-list"

/** Opens a report by ids, for things without a name. */
function IdEntry() {
  const { setup, view, setView } = useReport()
  const t = useTranslations("reports")
  const [open, setOpen] = useState(false)
  return (
    <ControlPopover
      icon={Fingerprint}
      label={t("path.useId")}
      open={open}
      onOpenChange={setOpen}
      className="w-88"
    >
      <IdForm
        steps={setup.steps}
        parameters={view.parameters}
        onChange={(parameters) => {
          setOpen(false)
          setView({ ...view, parameters })
        }}
      />
    </ControlPopover>
  )
}

interface PathPickerProps {
  readonly size?: "sm" | "md"
}

/** Chooses a report's path step by step, by name or by any id. */
export function PathPicker({ size = "sm" }: PathPickerProps) {
  const { steps } = useReport().setup
  const t = useTranslations("reports")
  return (
    <fieldset
      aria-label={t("path.label")}
      className={cn(
        "flex min-w-0 flex-wrap items-center gap-1.5",
        size === "md" ? "justify-center" : "max-sm:contents",
      )}
    >
      {steps.map((step, index) => (
        <PathStepPicker key={step.parameter} index={index} step={step} size={size} />
      ))}
      <IdEntry />
    </fieldset>
  )
}

const noChoices: readonly Choice[] = []

function useChoices(step: PathLevel, index: number) {
  const { setup, view } = useReport()
  const listed = useQuery(listedChoicesOptions(step))
  if (step.listedBy) return { choices: listed.data ?? noChoices, listed }
  return { choices: workspaceChoices(setup.workspace, setup.steps, index, view.parameters) }
}

interface StepPickerProps {
  readonly step: PathLevel
  readonly index: number
  readonly size: "sm" | "md"
}

function PathStepPicker({ step, index, size }: StepPickerProps) {
  const { setup, view, setView } = useReport()
  const t = useTranslations("reports")
  const common = useTranslations("common")
  const { choices, listed } = useChoices(step, index)
  const thing = inSentence(useLocale(), step.title)
  const { steps } = setup
  const { parameters } = view
  const before = steps[index - 1]
  const waits = step.nested && before !== undefined && parameters[before.parameter] === undefined
  const chosen = parameters[step.parameter]
  const options = choices.map(({ id, name }) => ({
    value: id,
    label: name,
    description: shortenId(id),
  }))
  if (chosen !== undefined && !choices.some((choice) => choice.id === chosen))
    options.unshift({ value: chosen, label: shortenId(chosen), description: chosen })
  const placeholder = waits
    ? t("path.chooseFirst", { thing: before.title })
    : t("path.choose", { thing })
  const choose = (id: string) =>
    setView({ ...view, parameters: chooseParameter(steps, parameters, step.parameter, id) })
  return (
    <Combobox
      label={step.title}
      options={options}
      value={chosen ?? null}
      onValueChange={(id) => {
        if (id !== null) choose(id)
      }}
      placeholder={listed?.isPending ? common("loading") : placeholder}
      searchPlaceholder={t("path.search")}
      emptyText={t(listed ? "path.fromApi" : "path.noneKnown", { thing })}
      source={listed}
      size={size}
      disabled={waits}
      className={cn("w-full", steps.length > 2 ? "sm:w-48" : "sm:w-56")}
    />
  )
}

/** Asks for the report's path parameters if its address lacks them. */
export function ChoosePath() {
  const { setup, view } = useReport()
  const { operation, steps, workspace, sharing } = setup
  const t = useTranslations("reports")
  const missing = missingParameters(operation, view)[0]
  const index = steps.findIndex(({ parameter }) => parameter === missing)
  const step = steps[index]
  const thing = inSentence(useLocale(), step?.title ?? "")
  const unnamed =
    step?.listedBy === undefined &&
    workspaceChoices(workspace, steps, index, view.parameters).length === 0
  return (
    <EmptyState
      icon={Waypoints}
      title={t("path.title")}
      actions={
        <>
          <PathPicker size="md" />
          <TwinLink variant="secondary" size="md" />
          {unnamed && sharing.isAdministrator ? <SettingsLink /> : null}
        </>
      }
    >
      <p>{t("path.needs", { report: operation.title, thing })}</p>
      {unnamed ? <p className="mt-2">{t("path.emptyWorkspace")}</p> : null}
    </EmptyState>
  )
}

/** The subject of the report: the things in its path, by name if known. */
export function usePathText(): string {
  const { setup, view, format } = useReport()
  return setup.steps
    .flatMap(({ parameter, title }) => {
      const id = view.parameters[parameter]
      return id === undefined ? [] : `${title}: ${format.nameOf(id) ?? shortenId(id)}`
    })
    .join(" · ")
}

import { useQuery } from "@tanstack/react-query"
import { Fingerprint } from "lucide-react"
import { useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import type { PathParameters, Workspace } from "@/lib/catalogue"
import {
  type Choice,
  chooseParameter,
  listedChoicesOptions,
  type PathStep,
  workspaceChoices,
} from "@/lib/client"
import { inSentence } from "@/lib/client/messages"
import { cn } from "../ui/class-names"
import { Combobox } from "../ui/combobox"
import { later } from "../ui/later"
import { shortenId } from "../ui/short-id"
import { ControlPopover } from "./control-popover"
import type { IdFormProps } from "./id-form"

const IdForm = later(() => import("./id-form").then((part) => part.IdForm))

/** Opens a report by ids, for what nobody has named. */
function IdEntry({ steps, parameters, onChange }: IdFormProps) {
  const t = useTranslations("reports")
  const [open, setOpen] = useState(false)
  return (
    <ControlPopover
      icon={Fingerprint}
      label={t("path.useId")}
      open={open}
      onOpenChange={setOpen}
      content={IdForm}
      className="w-88"
    >
      <IdForm
        steps={steps}
        parameters={parameters}
        onChange={(next) => {
          setOpen(false)
          onChange(next)
        }}
      />
    </ControlPopover>
  )
}

export interface PathPickerProps {
  readonly steps: readonly PathStep[]
  readonly workspace: Workspace
  readonly parameters: PathParameters
  readonly size?: "sm" | "md"
  readonly onChange: (parameters: PathParameters) => void
}

/** Chooses what a report's path names, step by step and by name; any id may be given instead. */
export function PathPicker({ steps, size = "sm", ...props }: PathPickerProps) {
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
        <PathStepPicker
          key={step.parameter}
          steps={steps}
          index={index}
          step={step}
          size={size}
          {...props}
        />
      ))}
      <IdEntry steps={steps} parameters={props.parameters} onChange={props.onChange} />
    </fieldset>
  )
}

interface StepPickerProps extends PathPickerProps {
  readonly step: PathStep
  readonly index: number
}

const noChoices: readonly Choice[] = []

function useChoices({ steps, index, step, workspace, parameters }: StepPickerProps) {
  const listed = useQuery(listedChoicesOptions(step))
  if (!step.listedBy) return { choices: workspaceChoices(workspace, steps, index, parameters) }
  return { choices: listed.data ?? noChoices, listed }
}

function PathStepPicker(props: StepPickerProps) {
  const { steps, index, step, parameters, size, onChange } = props
  const t = useTranslations("reports")
  const common = useTranslations("common")
  const { choices, listed } = useChoices(props)
  const thing = inSentence(useLocale(), step.title)
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
  return (
    <Combobox
      label={step.title}
      options={options}
      value={chosen ?? null}
      onValueChange={(id) => {
        if (id !== null) onChange(chooseParameter(steps, parameters, step.parameter, id))
      }}
      placeholder={listed?.isPending ? common("loading") : placeholder}
      searchPlaceholder={t("path.search")}
      emptyText={t(listed ? "path.fromApi" : "path.noneKnown", { thing })}
      source={listed}
      size={size ?? "sm"}
      disabled={waits}
      className={cn("w-full", steps.length > 2 ? "sm:w-48" : "sm:w-56")}
    />
  )
}

import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Field, Property } from "@/lib/catalogue"
import { fieldOf, labelWordOf } from "@/lib/client"
import { TypeIcon } from "../data-table"
import { MoreOptions } from "../ui/more-options"
import { cutOptions, foldOptions, rankOptions } from "../ui/rank-options"
import { useFieldLabel } from "../ui/use-field-label"
import { useReport } from "./report-context"

export interface PropertyMenuProps {
  readonly names: readonly string[]
  readonly label: string
  readonly placeholder: string
  readonly onChoose: (name: string) => void
}

/** A searchable menu of properties, by label or source name. */
export function PropertyMenu({ label, placeholder, names, onChoose }: PropertyMenuProps) {
  const t = useTranslations("reports")
  const fieldLabel = useFieldLabel()
  const [typed, setTyped] = useState("")
  const { operation } = useReport().setup
  const found = names.map((name) => ({
    value: name,
    label: fieldLabel(labelWordOf(operation, name)),
    description: name,
  }))
  const { shown, more } = cutOptions(rankOptions(foldOptions(found), typed))
  return (
    <Command label={label} shouldFilter={false} loop>
      <div className="flex items-center gap-2 border-b px-3">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={placeholder}
          className="h-9 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List label={label} className="max-h-80 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-ink-muted">
          {t("filter.empty")}
        </Command.Empty>
        {shown.map(({ value, label: name }) => (
          <PropertyItem key={value} name={value} label={name} onChoose={onChoose} />
        ))}
      </Command.List>
      <MoreOptions count={more} />
    </Command>
  )
}

/** The style of an option in a searchable list. */
export const optionClass =
  "flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-hover"

interface PropertyItemProps extends Pick<PropertyMenuProps, "onChoose"> {
  readonly name: string
  readonly label: string
}

/** A field of the property's type, for the icon of a property that the record lacks. */
const fieldLike = ({ type }: Property): Field => ({ type })

function PropertyItem({ name, label, onChoose }: PropertyItemProps) {
  const { operation, fields } = useReport().setup
  const property = operation.properties[name]
  if (!property) return null
  return (
    <Command.Item value={name} onSelect={() => onChoose(name)} className={optionClass}>
      <TypeIcon
        field={fieldOf(operation, fields, name) ?? fieldLike(property)}
        className="size-4 shrink-0 text-ink-faint"
      />
      {label}
    </Command.Item>
  )
}

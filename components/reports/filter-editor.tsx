import { Command } from "cmdk"
import { Search } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Fields, Filter, ListOperation } from "@/lib/catalogue"
import { fieldLabel } from "@/lib/client/messages"
import { TypeIcon } from "../data-table"
import { draftOf, type FilterDraft, filterableProperties } from "./filter-draft"
import { FilterForm } from "./filter-form"
import { fieldLike, fieldOf, isWallClock, labelNameOf } from "./property-field"

export interface FilterEditorProps {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly filters: readonly Filter[]
  /** The filter to change; without one a new filter is made. */
  readonly filter?: Filter
  readonly onDone: (filter: Filter) => void
}

/** Makes or changes a filter: first its property, then what is asked of it. */
export function FilterEditor({ operation, fields, filters, filter, onDone }: FilterEditorProps) {
  const [draft, setDraft] = useState<FilterDraft | undefined>(
    filter && draftOf(operation, filter, isWallClock(operation, fields, filter.property)),
  )
  if (!draft)
    return (
      <PropertyList
        operation={operation}
        fields={fields}
        onChoose={(property) => setDraft({ property, condition: "eq", text: "" })}
      />
    )
  return (
    <FilterForm
      operation={operation}
      fields={fields}
      draft={draft}
      others={filters.filter((other) => other !== filter)}
      onChange={setDraft}
      onDone={onDone}
      {...(!filter && { onBack: () => setDraft(undefined) })}
    />
  )
}

interface PropertyListProps {
  readonly operation: ListOperation
  readonly fields: Fields
  readonly onChoose: (property: string) => void
}

function PropertyList({ operation, fields, onChoose }: PropertyListProps) {
  const t = useTranslations("reports")
  return (
    <Command label={t("filter.property")} loop>
      <div className="flex items-center gap-2 border-b px-3">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          autoFocus
          placeholder={t("filter.search")}
          className="h-9 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List className="max-h-80 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-ink-muted">
          {t("filter.empty")}
        </Command.Empty>
        {filterableProperties(operation).map((name) => (
          <PropertyItem
            key={name}
            name={name}
            operation={operation}
            fields={fields}
            onChoose={onChoose}
          />
        ))}
      </Command.List>
    </Command>
  )
}

function PropertyItem({ name, operation, fields, onChoose }: PropertyListProps & { name: string }) {
  const property = operation.properties[name]
  if (!property) return null
  return (
    <Command.Item
      value={name}
      keywords={[fieldLabel(labelNameOf(operation, name))]}
      onSelect={() => onChoose(name)}
      className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
    >
      <TypeIcon
        field={fieldOf(operation, fields, name) ?? fieldLike(property)}
        className="size-4 shrink-0 text-ink-faint"
      />
      {fieldLabel(labelNameOf(operation, name))}
    </Command.Item>
  )
}

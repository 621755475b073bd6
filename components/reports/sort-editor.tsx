import { ArrowLeft, Plus } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Fields, ListOperation, SortTerm } from "@/lib/catalogue"
import { sortInForce } from "@/lib/client"
import { Button } from "../ui/button"
import { PropertyMenu } from "./property-menu"
import { SortTerms } from "./sort-terms"

export interface SortEditorProps {
  readonly operation: ListOperation
  readonly fields: Fields
  /** The chosen order; empty for the report's own. */
  readonly sort: readonly SortTerm[]
  readonly onChange: (sort: readonly SortTerm[]) => void
}

/** The terms of an order, to change and to add to. */
export function SortEditor({ operation, fields, sort, onChange }: SortEditorProps) {
  const t = useTranslations("reports")
  const filters = useTranslations("filters")
  const [adding, setAdding] = useState(false)
  const inForce = sortInForce(operation, sort)
  const unused = Object.entries(operation.properties).flatMap(([name, property]) =>
    property.sort && !inForce.some((term) => term.property === name) ? [name] : [],
  )
  if (adding)
    return (
      <>
        <PropertyMenu
          operation={operation}
          fields={fields}
          names={unused}
          label={filters("sort.add")}
          placeholder={filters("sort.find")}
          onChoose={(property) => {
            setAdding(false)
            onChange([...inForce, { property, descending: false }])
          }}
        />
        <div className="border-t p-1">
          <Button variant="ghost" size="sm" onClick={() => setAdding(false)}>
            <ArrowLeft aria-hidden="true" />
            {filters("sort.back")}
          </Button>
        </div>
      </>
    )
  return (
    <div className="grid gap-2 p-2">
      {sort.length === 0 ? (
        <p className="px-1 pt-1 text-ink-muted text-xs">{filters("sort.byDefault")}</p>
      ) : null}
      <SortTerms operation={operation} terms={inForce} onChange={onChange} />
      <div className="flex justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          disabled={unused.length === 0}
          onClick={() => setAdding(true)}
        >
          <Plus aria-hidden="true" />
          {filters("sort.add")}
        </Button>
        {sort.length > 0 ? (
          <Button variant="ghost" size="sm" onClick={() => onChange([])}>
            {t("sort.reset")}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

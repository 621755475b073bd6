import { ArrowLeft, Plus } from "lucide-react"
import { useRef, useState } from "react"
import { useTranslations } from "use-intl"
import type { SortTerm } from "@/lib/catalogue"
import { labelWordOf } from "@/lib/client"
import { Button } from "../ui/button"
import { useFieldLabel } from "../ui/use-field-label"
import { PropertyMenu } from "./property-menu"
import { useReport } from "./report-context"
import { moveTerm, sortInForce } from "./sort-order"
import { SortRow, sortRowHeight } from "./sort-row"

interface SortEditorProps {
  /** The chosen order; empty for the report's own. */
  readonly sort: readonly SortTerm[]
  readonly onChange: (sort: readonly SortTerm[]) => void
}

export function SortEditor({ sort, onChange }: SortEditorProps) {
  const { operation } = useReport().setup
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
      <SortTerms terms={inForce} onChange={onChange} />
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

interface Drag {
  readonly from: number
  readonly distance: number
}

const positionOf = ({ from, distance }: Drag, count: number) =>
  Math.max(0, Math.min(count - 1, from + Math.round(distance / sortRowHeight)))

/** A row's offset from its own position during a drag, in pixels. */
function shiftOf(drag: Drag | undefined, index: number, count: number): number {
  if (!drag) return 0
  if (index === drag.from) return drag.distance
  const to = positionOf(drag, count)
  if (index > drag.from && index <= to) return -sortRowHeight
  return index < drag.from && index >= to ? sortRowHeight : 0
}

interface SortTermsProps {
  readonly terms: readonly SortTerm[]
  readonly onChange: (terms: readonly SortTerm[]) => void
}

/**
 * The terms of an order, to reverse, remove and move: by dragging, or with arrow keys on a row's
 * handle.
 */
function SortTerms({ terms, onChange }: SortTermsProps) {
  const { operation } = useReport().setup
  const t = useTranslations("filters")
  const fieldLabel = useFieldLabel()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const [announced, setAnnounced] = useState("")
  const labelOf = ({ property }: SortTerm) => fieldLabel(labelWordOf(operation, property))
  const move = (from: number, to: number) => {
    const term = terms[from]
    if (!term || to === from || to < 0 || to >= terms.length) return
    onChange(moveTerm(terms, from, to))
    setAnnounced(t("sort.moved", { property: labelOf(term), place: to + 1, count: terms.length }))
    requestAnimationFrame(() => handlesOf(list.current)[to]?.focus())
  }
  const replace = (term: SortTerm, next: readonly SortTerm[]) =>
    onChange(terms.flatMap((other) => (other === term ? next : [other])))
  return (
    <>
      <ol ref={list}>
        {terms.map((term, index) => (
          <SortRow
            key={term.property}
            position={index + 1}
            count={terms.length}
            label={labelOf(term)}
            term={term}
            shift={shiftOf(drag, index, terms.length)}
            dragged={drag?.from === index}
            onDrag={(distance) => setDrag({ from: index, distance })}
            onDrop={() => {
              if (drag) move(index, positionOf(drag, terms.length))
              setDrag(undefined)
            }}
            onMove={(by) => move(index, index + by)}
            onReverse={() => replace(term, [{ ...term, descending: !term.descending }])}
            onRemove={() => replace(term, [])}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}

const handlesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[data-handle]") ?? []),
]

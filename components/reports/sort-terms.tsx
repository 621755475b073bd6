import { useRef, useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation, SortTerm } from "@/lib/catalogue"
import { moveTerm } from "@/lib/client"
import { useFieldLabel } from "../ui/use-field-label"
import { labelNameOf } from "./property-field"
import { SortRow, sortRowHeight } from "./sort-row"

export interface SortTermsProps {
  readonly operation: ListOperation
  readonly terms: readonly SortTerm[]
  readonly onChange: (terms: readonly SortTerm[]) => void
}

interface Drag {
  readonly from: number
  readonly distance: number
}

const placeOf = ({ from, distance }: Drag, count: number) =>
  Math.max(0, Math.min(count - 1, from + Math.round(distance / sortRowHeight)))

/** How far a row stands from its place while one is dragged, in pixels. */
function shiftOf(drag: Drag | undefined, index: number, count: number): number {
  if (!drag) return 0
  if (index === drag.from) return drag.distance
  const to = placeOf(drag, count)
  if (index > drag.from && index <= to) return -sortRowHeight
  return index < drag.from && index >= to ? sortRowHeight : 0
}

/** The terms of an order, to turn round, take away and move: by dragging, or by arrow keys on a row's handle. */
export function SortTerms({ operation, terms, onChange }: SortTermsProps) {
  const t = useTranslations("filters")
  const fieldLabel = useFieldLabel()
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const [said, setSaid] = useState("")
  const labelOf = ({ property }: SortTerm) => fieldLabel(labelNameOf(operation, property))
  const move = (from: number, to: number) => {
    const term = terms[from]
    if (!term || to === from || to < 0 || to >= terms.length) return
    onChange(moveTerm(terms, from, to))
    setSaid(t("sort.moved", { property: labelOf(term), place: to + 1, count: terms.length }))
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
            place={index + 1}
            count={terms.length}
            label={labelOf(term)}
            term={term}
            shift={shiftOf(drag, index, terms.length)}
            dragged={drag?.from === index}
            onDrag={(distance) => setDrag({ from: index, distance })}
            onDrop={() => {
              if (drag) move(index, placeOf(drag, terms.length))
              setDrag(undefined)
            }}
            onMove={(by) => move(index, index + by)}
            onTurn={() => replace(term, [{ ...term, descending: !term.descending }])}
            onRemove={() => replace(term, [])}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

const handlesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>("[data-handle]") ?? []),
]

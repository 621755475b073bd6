import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react"
import { type ReactNode, useRef, useState } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { IconButton } from "../../ui/icon-button"
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover"

/** Moves an item one place up or down; returns the same list if it cannot move. */
export function moveItem<Item>(items: readonly Item[], index: number, by: -1 | 1): readonly Item[] {
  const [item, other] = [items[index], items[index + by]]
  if (item === undefined || other === undefined) return items
  return items.with(index, other).with(index + by, item)
}

interface ListFrameProps<Item> {
  readonly id: string
  readonly label: string
  readonly describedBy: string
  /** Null if the list is not set. */
  readonly items: readonly Item[] | null
  readonly onChange: (items: readonly Item[] | null) => void
  /** An item's name in the labels of its buttons. */
  readonly nameOf: (item: Item) => string
  readonly renderItem: (item: Item, index: number) => ReactNode
  readonly addLabel: string
  /** The control that adds an item. */
  readonly renderAdd: (add: (item: Item) => void) => ReactNode
}

/** A list whose items can be added, removed and reordered, all by keyboard. */
export function ListFrame<Item>(props: ListFrameProps<Item>) {
  const { id, label, describedBy, items, onChange, nameOf, renderItem } = props
  const t = useTranslations("departments.fields")
  const tTerms = useTranslations("departments.words")
  const frame = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState("")
  const list = items ?? []
  const focusButton = (index: number, action: string) =>
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-place="${index} ${action}"]`)?.focus(),
    )
  const move = (item: Item, index: number, by: -1 | 1) => {
    onChange(moveItem(list, index, by))
    setSaid(t("moved", { name: nameOf(item), place: index + by + 1 }))
    focusButton(index + by, by < 0 ? "up" : "down")
  }
  const remove = (item: Item, index: number) => {
    onChange(list.filter((_, at) => at !== index))
    setSaid(t("removed", { name: nameOf(item) }))
    focusButton(Math.min(index, list.length - 2), "remove")
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out like the other controls
    <div ref={frame} id={id} role="group" aria-label={label} aria-describedby={describedBy}>
      {list.length === 0 ? (
        <p className="mb-2 text-ink-faint">{tTerms(items === null ? "none" : "emptyList")}</p>
      ) : (
        <ol className="mb-2 divide-y rounded-md border">
          {list.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own
            <li key={index} className="flex items-start gap-1 py-1.5 pr-1 pl-3">
              <div className="min-w-0 flex-1">{renderItem(item, index)}</div>
              <ItemButtons
                name={nameOf(item)}
                index={index}
                count={list.length}
                onMove={(by) => move(item, index, by)}
                onRemove={() => remove(item, index)}
              />
            </li>
          ))}
        </ol>
      )}
      <ListActions {...props} />
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}

interface ItemButtonsProps {
  readonly name: string
  readonly index: number
  readonly count: number
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

function ItemButtons({ name, index, count, onMove, onRemove }: ItemButtonsProps) {
  const t = useTranslations("departments.fields")
  return (
    <div className="flex shrink-0">
      <IconButton
        size="sm"
        label={t("up", { name })}
        data-place={`${index} up`}
        aria-disabled={index === 0}
        onClick={() => index > 0 && onMove(-1)}
        className="aria-disabled:opacity-40"
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("down", { name })}
        data-place={`${index} down`}
        aria-disabled={index === count - 1}
        onClick={() => index < count - 1 && onMove(1)}
        className="aria-disabled:opacity-40"
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton
        size="sm"
        label={t("remove", { name })}
        data-place={`${index} remove`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function ListActions<Item>({ label, items, onChange, addLabel, renderAdd }: ListFrameProps<Item>) {
  const t = useTranslations("departments.fields")
  const [isOpen, setIsOpen] = useState(false)
  const add = (item: Item) => {
    onChange([...(items ?? []), item])
    setIsOpen(false)
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger render={<Button size="sm" />}>
          <Plus aria-hidden="true" />
          {addLabel}
        </PopoverTrigger>
        <PopoverContent label={addLabel} className="w-96 p-0">
          {renderAdd(add)}
        </PopoverContent>
      </Popover>
      {items === null ? null : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${t("unset")}: ${label}`}
          onClick={() => onChange(null)}
        >
          {t("unset")}
        </Button>
      )}
    </div>
  )
}

"use client"

import { ArrowRight, Minus, Plus } from "lucide-react"
import type { ReactNode } from "react"
import { useLocale, useTranslations } from "use-intl"
import type { ListOperation, Row } from "@/lib/catalogue"
import type { PatchChange } from "@/lib/json-patch"
import { cultureName } from "../data-table"
import { cn } from "../ui/class-names"
import { fieldOfPath, isClearing, pathSteps } from "./change-path"
import { type FormatValue, useDepartmentLabel, useFormatValue } from "./format-value"

export interface ChangeListProps {
  readonly changes: readonly PatchChange[]
  /** A list of departments. */
  readonly list: ListOperation
  /** The department before the change, which gives the languages of entries. */
  readonly record?: Row | undefined
}

/** The changes of a patch in words: each field with its old and new value. */
export function ChangeList({ changes, list, record }: ChangeListProps) {
  const t = useTranslations("departments.changes")
  const formatValue = useFormatValue(list)
  const nameOf = usePathName(record)
  if (changes.length === 0) return <p className="text-ink-muted">{t("none")}</p>
  return (
    <ul aria-label={t("label")} className="divide-y">
      {changes.map((change, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a patch may write to one path twice, and its changes never move
          key={index}
          className="grid gap-x-4 gap-y-0.5 py-2 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-baseline"
        >
          <span className="text-ink-muted">{nameOf(change.path)}</span>
          <ChangedValue change={change} formatValue={formatValue} />
        </li>
      ))}
    </ul>
  )
}

/** Formats a path with field labels: "Phone · Number". */
function usePathName(record: Row | undefined) {
  const t = useTranslations("departments.words")
  const locale = useLocale()
  const labelOf = useDepartmentLabel()
  return (path: readonly string[]) =>
    pathSteps(path, record)
      .filter((step) => step.kind === "entry" || step.name !== "description")
      .map((step) => {
        if (step.kind === "field") return labelOf(step.name)
        return step.culture
          ? cultureName(locale, step.culture)
          : t("entry", { number: step.number })
      })
      .join(" · ")
}

interface ChangedValueProps {
  readonly change: PatchChange
  readonly formatValue: FormatValue
}

const marks = { add: Plus, remove: Minus, set: ArrowRight } as const

function ChangedValue({ change, formatValue }: ChangedValueProps) {
  const { path, kind, before, after } = change
  const t = useTranslations("departments.changes")
  const tTerms = useTranslations("departments.words")
  const field = fieldOfPath(path)
  const old = before === undefined ? tTerms("unknown") : formatValue(field, before)
  const Mark = marks[kind]
  const mark = <Mark className="mt-0.5 size-4 shrink-0 text-ink-faint" aria-hidden="true" />
  if (kind === "set")
    return (
      <Line>
        <Said as="del" lead={t("from")} text={old} />
        {mark}
        <Said
          as="ins"
          lead={t("to")}
          text={formatValue(field, after)}
          isCleared={isClearing(change)}
        />
      </Line>
    )
  const isAdded = kind === "add"
  return (
    <Line>
      {mark}
      <span className="shrink-0 text-ink-muted">{t(isAdded ? "added" : "removed")}</span>
      <Said as={isAdded ? "ins" : "del"} text={isAdded ? formatValue(field, after) : old} />
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <span className="flex min-w-0 flex-wrap items-start gap-x-2 gap-y-0.5">{children}</span>
)

interface SaidProps {
  readonly as: "del" | "ins"
  /** Precedes it for screen readers. */
  readonly lead?: string
  readonly text: string
  /** True if the change removes the value. */
  readonly isCleared?: boolean
}

function Said({ as: Element, lead, text, isCleared = false }: SaidProps) {
  return (
    <span className="min-w-0 max-w-full">
      {lead ? <span className="sr-only">{lead} </span> : null}
      <Element
        className={cn(
          "whitespace-pre-wrap break-words rounded-sm box-decoration-clone px-1 py-0.5",
          Element === "del" ? "line-through" : "no-underline",
          Element === "del" || isCleared
            ? "bg-critical-soft text-critical-ink"
            : "bg-positive-soft text-positive-ink",
          isCleared && "font-medium",
        )}
      >
        {text}
      </Element>
    </span>
  )
}

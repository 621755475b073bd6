import { explorationDataSet, ownValue, type Role, summarizedList } from "@/lib/catalogue"
import type { ListedView } from "@/lib/client"
import { shortenId } from "../ui/short-id"

/** The kind of a saved item's subject. */
export type SavedKind = "report" | "summary" | "dataSet"

/** Titles of lists and data sets by id. */
export interface SavedTitles {
  readonly lists: { readonly [id: string]: string }
  readonly dataSets: { readonly [id: string]: string }
}

export interface SavedRow {
  readonly view: ListedView
  readonly kind: SavedKind
  /** The title of the report, or the name of the data set. */
  readonly of: string
}

/**
 * The subject of a report, data set (`kpi:…`) or summarised list (`summary:…`); its id if it has no
 * title.
 */
export function subjectOf(report: string, titles: SavedTitles): Pick<SavedRow, "kind" | "of"> {
  const dataSet = explorationDataSet(report)
  const summarized = summarizedList(report)
  if (dataSet !== undefined)
    return { kind: "dataSet", of: ownValue(titles.dataSets, dataSet) ?? shortenId(dataSet) }
  const list = summarized ?? report
  return {
    kind: summarized === undefined ? "report" : "summary",
    of: ownValue(titles.lists, list) ?? list,
  }
}

export const savedRows = (views: readonly ListedView[], titles: SavedTitles): SavedRow[] =>
  views.map((view) => ({ view, ...subjectOf(view.report, titles) }))

export type SavedColumn = "name" | "of" | "owner" | "sharing" | "home" | "changed"

export interface SavedSort {
  readonly column: SavedColumn
  readonly isDescending: boolean
}

/** A row's texts beside its name. */
export interface SavedTexts {
  readonly ownerOf: (view: ListedView) => string
  readonly roleName: (role: Role) => string
}

/** Sorts rows by a column, equal ones by name; private items come last, pinned ones first. */
export function sortSaved(
  rows: readonly SavedRow[],
  { column, isDescending }: SavedSort,
  { ownerOf, roleName, locale }: SavedTexts & { readonly locale: string },
): SavedRow[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const direction = isDescending ? -1 : 1
  const byText = (textOf: (row: SavedRow) => string) => (a: SavedRow, b: SavedRow) => {
    const [one, other] = [textOf(a), textOf(b)]
    if (one === "" || other === "") return Number(one === "") - Number(other === "")
    return direction * compare(one, other)
  }
  const orders = {
    name: byText(({ view }) => view.name),
    of: byText(({ of }) => of),
    owner: byText(({ view }) => ownerOf(view)),
    sharing: byText(({ view: { role } }) => (role === null ? "" : roleName(role))),
    home: (a, b) => direction * (Number(b.view.pinned) - Number(a.view.pinned)),
    changed: (a, b) => direction * (Date.parse(a.view.changedAt) - Date.parse(b.view.changedAt)),
  } satisfies Record<SavedColumn, (a: SavedRow, b: SavedRow) => number>
  const byName = (a: SavedRow, b: SavedRow) => compare(a.view.name, b.view.name)
  return rows.toSorted((a, b) => orders[column](a, b) || byName(a, b))
}

/** The rows whose texts contain every word. */
export function findSaved(
  rows: readonly SavedRow[],
  sought: string,
  { ownerOf, roleName }: SavedTexts,
): readonly SavedRow[] {
  const words = sought.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(({ view, of }) => {
    const sharing = view.role === null ? "" : roleName(view.role)
    const text = [view.name, of, ownerOf(view), sharing].join("\n").toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
}

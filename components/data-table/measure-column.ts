import type { GridColumn } from "./arrange-columns"

const padding = 28

/** The width in pixels at which the column's widest drawn cell and its name are whole. */
export function measureColumn({ column, width }: GridColumn, frame: HTMLElement | null): number {
  const cells = frame?.querySelectorAll<HTMLElement>(`[data-field="${CSS.escape(column.name)}"]`)
  const head = frame?.querySelector<HTMLElement>(`[data-resize="${CSS.escape(column.name)}"]`)
  const texts = [...(cells ?? []), ...(head?.parentElement?.querySelectorAll(".truncate") ?? [])]
  if (texts.length === 0) return width
  const range = document.createRange()
  const widths = texts.map((text) => {
    range.selectNodeContents(text)
    return range.getBoundingClientRect().width
  })
  const [headWidth = 0] = widths.splice(-1)
  return Math.ceil(Math.max(...widths.map((cell) => cell + padding), headWidth + 2 * padding))
}

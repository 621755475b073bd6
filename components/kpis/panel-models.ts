import { lookOfCompared, lookOfGroup } from "../charts/chart-model"
import type { ExplorerModel } from "./build-model"

/** One group by itself: what is compared with it, and all targets. */
export interface GroupPanel {
  readonly key: string
  readonly title: string
  readonly built: ExplorerModel
  /** Where each of its lines stands among all. */
  readonly lines: readonly number[]
}

/** An answer in parts, one for each group, in their order; none needs a colour of its own. */
export function panelModels({ model, sources }: ExplorerModel): GroupPanel[] {
  const look = lookOfGroup(0)
  return model.lines.flatMap((first, at) => {
    if (first.isCompared) return []
    const group = sources[at]?.group
    const lines = sources.flatMap((source, line) => (source?.group === group ? [line] : []))
    const own = lines.flatMap((line) => {
      const found = model.lines[line]
      const range = sources[line]?.range ?? 0
      return found
        ? [{ ...found, look: range === 0 ? look : lookOfCompared(look, range, true) }]
        : []
    })
    const built = {
      model: { ...model, lines: own },
      sources: lines.map((line) => sources[line]),
    }
    return [{ key: first.key, title: first.label, built, lines }]
  })
}

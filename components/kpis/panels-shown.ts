import type { SeriesAnswer } from "@/lib/catalogue"
import type { Exploration, PanelKind, ScaleKind } from "@/lib/client"
import { groupLooks } from "../charts/chart-model"

/** In how many charts an answer is shown, and by which axes. */
export interface PanelsShown {
  readonly panels: PanelKind
  readonly scales: ScaleKind
}

/** One chart for each group where somebody asks for it, or where there are too many to be told apart; undefined where there is no choice. */
export function panelsShown(
  { chart, panels, scales = "shared" }: Pick<Exploration, "chart" | "panels" | "scales">,
  { groups }: Pick<SeriesAnswer, "groups">,
): PanelsShown | undefined {
  if (chart !== "line" && chart !== "area" && chart !== "bar") return undefined
  if (groups.length <= 1) return undefined
  const named = groups.filter(({ kind }) => kind !== "other").length
  return { panels: panels ?? (named > groupLooks ? "each" : "one"), scales }
}

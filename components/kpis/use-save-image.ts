import { useTranslations } from "use-intl"
import type { SeriesAnswer, SeriesGroup } from "@/lib/catalogue"
import type { Exploration } from "@/lib/client"
import type { ChartModel } from "../charts/chart-model"
import { buildModel } from "./build-model"
import type { ExplorerSetup } from "./explorer-setup"
import { gatherSmall } from "./gather-small"
import { panelModels } from "./panel-models"
import { panelsShown } from "./panels-shown"
import { useGroupName } from "./use-group-name"
import { useDaysText, useRangeName } from "./use-range-name"

const empty: Pick<SeriesAnswer, "ranges"> = {
  ranges: [
    { range: "all", from: "2026-01-01", to: "2026-01-01", edges: [], partial: [], lines: [] },
  ],
}

/** The lines that stand in the chart that is shown, of which a legend must tell; small charts have their titles. */
function linesOfPicture(
  exploration: Exploration,
  answer: SeriesAnswer,
  groupName: (group: SeriesGroup) => string,
  rangeName: (range: number) => string,
): ChartModel {
  const built = buildModel(answer, exploration.targets, { groupName, rangeName })
  if (exploration.chart === "stacked") {
    const { model } = gatherSmall(answer, built, groupName).built
    return { ...model, lines: model.lines.filter(({ isCompared }) => !isCompared) }
  }
  if (panelsShown(exploration, answer)?.panels !== "each") return built.model
  const [first] = panelModels(built)
  const compared = first?.built.model.lines.slice(1) ?? []
  const named = compared.map((line, at) => ({ ...line, label: rangeName(at + 1) }))
  return { ...built.model, lines: named }
}

/** Saves the chart that is shown as a picture with its title and legend. */
export function useSaveImage(
  setup: ExplorerSetup,
  exploration: Exploration,
  answer: SeriesAnswer | undefined,
) {
  const { question } = exploration
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const rangeName = useRangeName(answer ?? (empty as SeriesAnswer))
  const daysText = useDaysText()
  return async (kind: "png" | "svg") => {
    const frame = document.querySelector("[data-chart]")
    if (!frame || !answer) return
    const { chartSvg, pngOf, saveFile } = await import("../charts/chart-image")
    const { lines, targets: levels } = linesOfPicture(exploration, answer, groupName, rangeName)
    const unit = setup.unit && question.measure !== "count" ? `, ${setup.unit}` : ""
    const [range] = answer.ranges
    const svg = chartSvg(frame, {
      title: setup.name,
      subtitle: `${t(`measures.${question.measure}`)}${unit} · ${t(`by.${question.bucket}`)} · ${daysText(range)} · ${question.zone}`,
      legend: [...lines, ...levels].map(({ label, look }) => ({
        label,
        colour: look.colour,
        dash: look.dash,
      })),
    })
    const name = `${setup.name} ${range.from} ${range.to}.${kind}`
    saveFile(kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg), name)
  }
}

import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import type { Exploration } from "@/lib/client"
import { buildModel } from "./build-model"
import type { ExplorerSetup } from "./explorer-setup"
import { useGroupName } from "./use-group-name"
import { useDaysText, useRangeName } from "./use-range-name"

const empty: Pick<SeriesAnswer, "ranges"> = {
  ranges: [
    { range: "all", from: "2026-01-01", to: "2026-01-01", edges: [], partial: [], lines: [] },
  ],
}

/** Saves the chart that is shown as a picture with its title and legend. */
export function useSaveImage(
  setup: ExplorerSetup,
  { question, targets }: Exploration,
  answer: SeriesAnswer | undefined,
) {
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const rangeName = useRangeName(answer ?? (empty as SeriesAnswer))
  const daysText = useDaysText()
  return async (kind: "png" | "svg") => {
    const drawing = document.querySelector<SVGSVGElement>("[data-chart] svg.recharts-surface")
    if (!drawing || !answer) return
    const { chartSvg, pngOf, saveFile } = await import("../charts/chart-image")
    const { model } = buildModel(answer, targets, { groupName, rangeName })
    const unit = setup.unit && question.measure !== "count" ? `, ${setup.unit}` : ""
    const [range] = answer.ranges
    const svg = chartSvg(drawing, {
      title: setup.name,
      subtitle: `${t(`measures.${question.measure}`)}${unit} · ${t(`by.${question.bucket}`)} · ${daysText(range)} · ${question.zone}`,
      legend: [...model.lines, ...model.targets].map(({ label, look }) => ({
        ...{ label, colour: look.colour, dash: look.dash },
      })),
    })
    const name = `${setup.name} ${range.from} ${range.to}.${kind}`
    saveFile(kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg), name)
  }
}

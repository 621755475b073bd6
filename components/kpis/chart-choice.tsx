import {
  ChartArea,
  ChartColumn,
  ChartColumnStacked,
  ChartLine,
  Download,
  Grid3x3,
  type LucideIcon,
  Table2,
} from "lucide-react"
import { useFormatter, useTranslations } from "use-intl"
import type { SeriesAnswer, SeriesGroup } from "@/lib/catalogue"
import { type ChartKind, chartKinds, type Exploration, seriesUrl, withChart } from "@/lib/client"
import type { ChartModel } from "../charts/chart-model"
import { Button } from "../ui/button"
import { dateTimeFormat } from "../ui/date-time-format"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuItem, MenuLink, MenuSeparator, MenuTrigger } from "../ui/menu"
import { buildModel, panelModels, panelsShown } from "./build-model"
import { useNoteText, useShownNotes } from "./chart-notes"
import { useExplorer } from "./explorer-context"
import { gatherSmall } from "./gather-small"
import { useDaysText, useGroupName, useLineName, useQueryLimits, useQueryName } from "./labels"
import { useShadesText } from "./week-labels"

const icons = {
  line: ChartLine,
  area: ChartArea,
  stacked: ChartColumnStacked,
  bar: ChartColumn,
  heat: Grid3x3,
  table: Table2,
} as const satisfies Record<ChartKind, LucideIcon>

/** The ways to see the answer, and to take it along. */
export function ChartChoice() {
  const { exploration, changeExploration } = useExplorer()
  const t = useTranslations("kpis.charts")
  return (
    <div className="flex items-center gap-1 print:hidden">
      <fieldset aria-label={t("label")} className="flex rounded-md border">
        {chartKinds.map((kind) => {
          const Icon = icons[kind]
          const isChosen = exploration.chart === kind
          return (
            <IconButton
              key={kind}
              size="sm"
              label={t(kind)}
              aria-pressed={isChosen}
              className={isChosen ? "bg-accent-soft text-accent-ink!" : ""}
              onClick={() => changeExploration(withChart(exploration, kind))}
            >
              <Icon aria-hidden="true" />
            </IconButton>
          )
        })}
      </fieldset>
      <Downloads />
    </div>
  )
}

function Downloads() {
  const { setup, exploration, answer } = useExplorer()
  const t = useTranslations("kpis.downloads")
  const { operation, dataSetId } = setup
  const saveImage = useSaveImage()
  return (
    <Menu>
      <MenuTrigger render={<Button size="sm" variant="ghost" />}>
        <Download aria-hidden="true" />
        {t("label")}
      </MenuTrigger>
      <MenuContent align="end">
        {(["png", "svg"] as const).map((kind) => (
          <MenuItem
            key={kind}
            disabled={exploration.chart === "table" || !answer}
            onClick={() => void saveImage(kind)}
          >
            {t(kind)}
          </MenuItem>
        ))}
        <MenuSeparator />
        {(["csv", "xlsx"] as const).map((kind) => (
          <MenuLink
            key={kind}
            render={
              <a href={seriesUrl(operation, dataSetId, exploration.question, kind)} download />
            }
          >
            {t(kind)}
          </MenuLink>
        ))}
      </MenuContent>
    </Menu>
  )
}

const noRanges: Pick<SeriesAnswer, "ranges"> = {
  ranges: [
    { range: "all", from: "2026-01-01", to: "2026-01-01", edges: [], partial: [], lines: [] },
  ],
}

/** The lines of the chart that is shown, which its legend names; small charts have their titles. */
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
function useSaveImage() {
  const { setup, exploration, answer } = useExplorer()
  const { question } = exploration
  const t = useTranslations("kpis")
  const groupName = useGroupName()
  const rangeName = useLineName(answer ?? (noRanges as SeriesAnswer))
  const daysText = useDaysText()
  const limits = useQueryLimits()
  const format = useFormatter()
  const { notes } = useShownNotes(answer ?? { ...noRanges, question })
  const noteText = useNoteText()
  const queryName = useQueryName()
  const shadesText = useShadesText()
  return async (kind: "png" | "svg") => {
    const frame = document.querySelector<HTMLElement>("[data-chart]")
    if (!frame || !answer) return
    const { chartSvg, pngOf, saveFile } = await import("../charts/chart-image")
    const { lines, targets: levels } = linesOfPicture(exploration, answer, groupName, rangeName)
    const shades = answer.pattern && shadesText(answer.pattern)
    const unit = setup.unit && question.measure !== "count" ? `, ${setup.unit}` : ""
    const [range] = answer.ranges
    const svg = chartSvg(frame, {
      title: setup.name,
      subtitles: [
        `${t(`measures.${question.measure}`)}${unit} · ${queryName(question)} · ${daysText(range)} · ${question.zone}`,
        limits(question).join(" · "),
      ],
      legend: shades
        ? [{ label: shades }]
        : [...lines, ...levels].map(({ label, style }) => ({
            label,
            colour: style.colour,
            dash: style.dash,
          })),
      foot: [
        ...notes.map(noteText),
        answer.completeness.syncedUntil
          ? t("sourceAsOf", {
              time: format.dateTime(new Date(answer.completeness.syncedUntil), dateTimeFormat),
            })
          : t("source"),
      ],
    })
    const name = `${setup.name} ${range.from} ${range.to}.${kind}`
    saveFile(kind === "svg" ? new Blob([svg], { type: "image/svg+xml" }) : await pngOf(svg), name)
  }
}

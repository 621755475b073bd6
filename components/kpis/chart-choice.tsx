import {
  ChartArea,
  ChartBarBig,
  ChartColumn,
  ChartColumnStacked,
  ChartLine,
  Download,
  Grid3x3,
  ImageDown,
  type LucideIcon,
  Table2,
} from "lucide-react"
import { useTranslations } from "use-intl"
import { type ChartKind, canShow, chartKinds, seriesUrl, withChart } from "@/lib/client"
import { Button } from "../ui/button"
import { cn } from "../ui/class-names"
import { Menu, MenuContent, MenuItem, MenuLink, MenuSeparator, MenuTrigger } from "../ui/menu"
import { useExplorer } from "./explorer-context"

const icons = {
  ranked: ChartBarBig,
  line: ChartLine,
  area: ChartArea,
  stacked: ChartColumnStacked,
  bar: ChartColumn,
  heat: Grid3x3,
  table: Table2,
} as const satisfies Record<ChartKind, LucideIcon>

/** The chart types, and the export of the chart. */
export function ChartChoice() {
  const { exploration, changeExploration } = useExplorer()
  const t = useTranslations("kpis.charts")
  return (
    <div className="flex flex-wrap items-center gap-1 print:hidden">
      <fieldset aria-label={t("label")} className="flex flex-wrap rounded-md border">
        {chartKinds
          .filter((kind) => canShow(exploration.question, kind))
          .map((kind) => {
            const Icon = icons[kind]
            const isChosen = exploration.chart === kind
            return (
              <Button
                key={kind}
                size="sm"
                variant="ghost"
                aria-pressed={isChosen}
                className={cn(
                  "h-auto flex-col gap-0.5 px-2 py-1 text-[11px]",
                  isChosen && "bg-accent-soft text-accent-ink!",
                )}
                onClick={() => changeExploration(withChart(exploration, kind))}
              >
                <Icon aria-hidden="true" />
                {t(kind)}
              </Button>
            )
          })}
      </fieldset>
      <Downloads />
    </div>
  )
}

function Downloads() {
  const { setup, exploration, answer, setPicture } = useExplorer()
  const t = useTranslations("kpis.downloads")
  const { operation, dataSetId } = setup
  const hasPicture = exploration.chart !== "table" && answer !== undefined
  return (
    <>
      <Button size="sm" variant="ghost" disabled={!hasPicture} onClick={() => setPicture("png")}>
        <ImageDown aria-hidden="true" />
        {t("picture")}
      </Button>
      <Menu>
        <MenuTrigger render={<Button size="sm" variant="ghost" />}>
          <Download aria-hidden="true" />
          {t("label")}
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem disabled={!hasPicture} onClick={() => setPicture("svg")}>
            {t("svg")}
          </MenuItem>
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
    </>
  )
}

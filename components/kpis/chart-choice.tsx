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
import { useTranslations } from "use-intl"
import type { SeriesAnswer } from "@/lib/catalogue"
import { type ChartKind, chartKinds, seriesUrl } from "@/lib/client"
import { Button } from "../ui/button"
import { IconButton } from "../ui/icon-button"
import { Menu, MenuContent, MenuItem, MenuLink, MenuSeparator, MenuTrigger } from "../ui/menu"
import type { ExplorerPartProps } from "./explorer-setup"
import { useSaveImage } from "./use-save-image"

const icons = {
  line: ChartLine,
  area: ChartArea,
  stacked: ChartColumnStacked,
  bar: ChartColumn,
  heat: Grid3x3,
  table: Table2,
} as const satisfies Record<ChartKind, LucideIcon>

export interface ChartChoiceProps extends ExplorerPartProps {
  readonly answer: SeriesAnswer | undefined
}

/** The ways to see the answer, and to take it along. */
export function ChartChoice(props: ChartChoiceProps) {
  const { exploration, onExploration } = props
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
              onClick={() => onExploration({ ...exploration, chart: kind })}
            >
              <Icon aria-hidden="true" />
            </IconButton>
          )
        })}
      </fieldset>
      <Downloads {...props} />
    </div>
  )
}

function Downloads({ setup, exploration, answer }: ChartChoiceProps) {
  const t = useTranslations("kpis.downloads")
  const { operation, dataSetId } = setup
  const saveImage = useSaveImage(setup, exploration, answer)
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

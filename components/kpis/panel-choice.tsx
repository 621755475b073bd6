import { useTranslations } from "use-intl"
import { panelKinds, scaleKinds } from "@/lib/client"
import { Button } from "../ui/button"
import type { ExplorerPartProps } from "./explorer-setup"
import type { PanelsShown } from "./panels-shown"

export interface PanelChoiceProps
  extends Pick<ExplorerPartProps, "exploration" | "onExploration">,
    PanelsShown {}

/** Whether groups share one chart, and small charts their axis of values. */
export function PanelChoice({ exploration, onExploration, panels, scales }: PanelChoiceProps) {
  const t = useTranslations("kpis.panels")
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 pb-3 print:hidden">
      <Choice
        label={t("label")}
        kinds={panelKinds}
        nameOf={(kind) => t(kind)}
        chosen={panels}
        onChoose={(kind) => onExploration({ ...exploration, panels: kind })}
      />
      {panels === "each" ? (
        <Choice
          label={t("scale")}
          kinds={scaleKinds}
          nameOf={(kind) => t(kind)}
          chosen={scales}
          onChoose={(kind) => onExploration({ ...exploration, scales: kind })}
        />
      ) : null}
    </div>
  )
}

interface ChoiceProps<Kind> {
  readonly label: string
  readonly kinds: readonly Kind[]
  readonly nameOf: (kind: Kind) => string
  readonly chosen: Kind
  readonly onChoose: (kind: Kind) => void
}

function Choice<Kind extends string>({
  label,
  kinds,
  nameOf,
  chosen,
  onChoose,
}: ChoiceProps<Kind>) {
  return (
    <fieldset aria-label={label} className="flex gap-1">
      {kinds.map((kind) => (
        <Button
          key={kind}
          size="sm"
          variant={kind === chosen ? "secondary" : "ghost"}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {nameOf(kind)}
        </Button>
      ))}
    </fieldset>
  )
}

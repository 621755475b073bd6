import { useTranslations } from "use-intl"
import { type Direction, isReached } from "@/lib/catalogue"
import { changeOf } from "@/lib/client"
import { Badge, type BadgeTone } from "./badge"
import { useValueFormat } from "./value-format"

interface TargetStateProps {
  readonly value: number
  readonly target: number
  readonly direction: Direction
}

/** Whether that is good news; nothing where nobody has said so. */
const toneOf = ({ value, target, direction }: TargetStateProps): BadgeTone =>
  direction === "neutral" ? "outline" : isReached(direction, value, target) ? "positive" : "caution"

/** How far a value is from its target, and by its colour whether that is good. */
export function TargetState(props: TargetStateProps) {
  const t = useTranslations("kpis.targets.state")
  const { value, target } = props
  const { exact, percent } = useValueFormat("")
  const share = changeOf({ value, before: target })
  const gap = share === undefined ? exact(Math.abs(value - target)) : percent(Math.abs(share))
  const text =
    value === target
      ? t("on")
      : t(value > target ? "above" : "below", { gap: gap.replace(/^\+/, "") })
  return (
    <Badge tone={toneOf(props)} title={t("target", { value: exact(target) })}>
      {text}
    </Badge>
  )
}

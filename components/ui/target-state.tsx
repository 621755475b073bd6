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

/** Good or bad; neutral if no direction is set. */
const toneOf = ({ value, target, direction }: TargetStateProps): BadgeTone =>
  direction === "neutral" ? "outline" : isReached(direction, value, target) ? "positive" : "caution"

/** A value's distance from its target; the colour shows whether that is good. */
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

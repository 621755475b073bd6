import { ArrowLeftRight } from "lucide-react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { Menu, MenuCheckboxItem, MenuContent, MenuSeparator, MenuTrigger } from "../ui/menu"
import type { QuestionPartProps } from "./explorer-setup"
import { useRangeText } from "./use-range-name"

/** What the first range is compared with: the one before, the year before, or both. */
export function CompareControl({ question, ask }: QuestionPartProps) {
  const t = useTranslations("kpis.controls")
  const rangeText = useRangeText()
  const [first, ...others] = question.ranges
  const toggle = (range: "previous" | "year", isOn: boolean) => {
    const rest = others.filter((each) => each !== range)
    const next = isOn ? [...rest, range] : rest
    const order = (each: unknown) => (each === "previous" ? 0 : each === "year" ? 1 : 2)
    ask({ ranges: [first, ...next.toSorted((one, other) => order(one) - order(other))] })
  }
  const text = others.map(rangeText).join(", ")
  return (
    <Menu>
      <MenuTrigger
        render={<Button size="sm" variant={others.length > 0 ? "secondary" : "ghost"} />}
      >
        <ArrowLeftRight aria-hidden="true" />
        {others.length === 0 ? t("compare") : t("comparedWith", { ranges: text })}
      </MenuTrigger>
      <MenuContent>
        {(["previous", "year"] as const).map((range) => (
          <MenuCheckboxItem
            key={range}
            checked={others.includes(range)}
            disabled={first === "all"}
            onCheckedChange={(isOn) => toggle(range, isOn)}
          >
            {rangeText(range)}
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        <MenuCheckboxItem
          checked={question.alignWeekdays}
          disabled={others.length === 0}
          onCheckedChange={(alignWeekdays) => ask({ alignWeekdays })}
        >
          {t("align")}
        </MenuCheckboxItem>
      </MenuContent>
    </Menu>
  )
}

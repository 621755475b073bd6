import { useTranslations } from "use-intl"
import { printFilterName, printFilterValue, type SeriesQuestion } from "@/lib/catalogue"
import { useIdNames } from "./use-group-name"

/** On paper, where the controls are not: by what the answer is told apart, and what it is limited to. */
export function PrintedQuestion({ question }: { question: SeriesQuestion }) {
  const t = useTranslations("kpis")
  const { department } = useIdNames()
  const { bucket, zone, grouping, level, within, filters } = question
  const groups = {
    none: t("controls.noGroups"),
    label: t("controls.byLabel"),
    department: level === undefined ? t("controls.byDepartment") : t("controls.byLevel", { level }),
    user: t("controls.byUser"),
  }[grouping]
  const parts = [
    t(`by.${bucket}`),
    groups,
    within === undefined ? t("controls.everywhere") : department(within),
    ...filters.map((filter) => `${printFilterName(filter)}=${printFilterValue(filter)}`),
    zone,
  ]
  return <p className="hidden text-ink-muted text-xs print:block">{parts.join(" · ")}</p>
}

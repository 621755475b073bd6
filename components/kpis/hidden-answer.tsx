import { EyeOff } from "lucide-react"
import { useTranslations } from "use-intl"
import { EmptyState } from "../ui/empty-state"
import type { ExplorerPartProps } from "./explorer-setup"
import { printWaysOut } from "./print-ways-out"
import { waysOutOfHiding } from "./values-told"

/** In place of a chart on which every value would be hidden: why, and what can be asked instead. */
export function HiddenAnswer({
  least,
  exploration,
  onExploration,
}: Pick<ExplorerPartProps, "exploration" | "onExploration"> & { readonly least: number }) {
  const t = useTranslations("kpis.hidden")
  const { isShort, ways } = waysOutOfHiding(exploration.question)
  return (
    <EmptyState
      icon={EyeOff}
      title={t("title")}
      className="min-h-80 justify-center sm:min-h-96"
      actions={printWaysOut({ ways, say: t, exploration, onExploration })}
    >
      <p>{t(isShort ? "shortBuckets" : "fewPeople", { least })}</p>
    </EmptyState>
  )
}

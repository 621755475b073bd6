import { useId, useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { Tab, Tabs, TabsList } from "../../ui/tabs"
import { DryRunRow } from "./dry-run-row"
import { Pager, usePages } from "./pager"
import type { DryRunItem } from "./plan-dry-run"

const states = ["changes", "impossible", "same"] as const
const perPage = 25

/** What may yet be refused stands first. */
const doubtsOf = (item: DryRunItem) => (item.state === "changes" && item.doubts.length > 0 ? 1 : 0)

export interface DryRunItemsProps {
  readonly items: readonly DryRunItem[]
  readonly list: ListOperation
}

/** What would become of each department: those that would change, those that cannot, those that are so already. */
export function DryRunItems({ items, list }: DryRunItemsProps) {
  const t = useTranslations("departments.bulk.dryRun")
  const withState = (state: DryRunItem["state"]) =>
    items.filter((item) => item.state === state).toSorted((a, b) => doubtsOf(b) - doubtsOf(a))
  const filled = states.filter((state) => withState(state).length > 0)
  const [chosen, setChosen] = useState<DryRunItem["state"]>()
  const current = filled.find((state) => state === chosen) ?? filled[0] ?? "changes"
  const label = t(`tabs.${current}`, { count: withState(current).length })
  const id = useId()
  return (
    <Tabs value={current} onValueChange={(next) => setChosen(states.find((each) => each === next))}>
      <TabsList aria-label={t("results")} className="px-4">
        {filled.map((state) => (
          <Tab key={state} value={state} aria-controls={id}>
            {t(`tabs.${state}`, { count: withState(state).length })}
          </Tab>
        ))}
      </TabsList>
      <div id={id} role="tabpanel" aria-label={label}>
        <ItemPages key={current} label={label} items={withState(current)} list={list} />
      </div>
    </Tabs>
  )
}

function ItemPages({ label, items, list }: DryRunItemsProps & { readonly label: string }) {
  const pages = usePages(items, perPage)
  return (
    <>
      <ul aria-label={label} className="divide-y">
        {pages.shown.map((item) => (
          <DryRunRow key={item.line ?? item.id} item={item} list={list} />
        ))}
      </ul>
      <Pager label={label} pages={pages} />
    </>
  )
}

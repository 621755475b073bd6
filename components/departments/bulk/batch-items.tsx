import { useId, useState } from "react"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { type Batch, type BatchItem, batchItemStates } from "@/lib/client"
import { Card } from "../../ui/card"
import { Tab, Tabs, TabsList } from "../../ui/tabs"
import { BatchRow } from "./batch-row"
import { Pager, usePages } from "./pager"

type Filter = BatchItem["state"] | "all"

const perPage = 50

/** What became of each department of a batch, all of them or those in one state. */
export function BatchItems({ batch, list }: { batch: Batch; list: ListOperation }) {
  const t = useTranslations("departments.bulk.batch")
  const [chosen, setChosen] = useState<Filter>("all")
  const filled = batchItemStates.filter((state) => (batch.counts[state] ?? 0) > 0)
  const filters: readonly Filter[] = filled.length > 1 ? ["all", ...filled] : ["all"]
  const current = filters.find((filter) => filter === chosen) ?? "all"
  const items =
    current === "all" ? batch.items : batch.items.filter(({ state }) => state === current)
  const id = useId()
  return (
    <Card aria-label={t("items")}>
      <Tabs
        value={current}
        onValueChange={(next) => setChosen(filters.find((each) => each === next) ?? "all")}
      >
        <TabsList aria-label={t("items")} className="px-4">
          {filters.map((filter) => (
            <Tab key={filter} value={filter} aria-controls={id}>
              {filter === "all"
                ? t("all", { count: batch.items.length })
                : t(`counts.${filter}`, { count: batch.counts[filter] ?? 0 })}
            </Tab>
          ))}
        </TabsList>
        <div id={id} role="tabpanel" aria-label={t("items")}>
          <ItemPages key={current} items={items} author={batch.personId} list={list} />
        </div>
      </Tabs>
    </Card>
  )
}

interface ItemPagesProps {
  readonly items: readonly BatchItem[]
  readonly author: string
  readonly list: ListOperation
}

function ItemPages({ items, author, list }: ItemPagesProps) {
  const t = useTranslations("departments.bulk.batch")
  const pages = usePages(items, perPage)
  return (
    <>
      <ul aria-label={t("items")} className="divide-y">
        {pages.shown.map((item) => (
          <BatchRow key={item.recordId} item={item} author={author} list={list} />
        ))}
      </ul>
      <Pager label={t("items")} pages={pages} />
    </>
  )
}

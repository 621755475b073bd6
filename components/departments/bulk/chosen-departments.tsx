import { Network, X } from "lucide-react"
import Link from "next/link"
import { useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import type { TreeEntry } from "@/lib/client"
import { Badge } from "../../ui/badge"
import { Button, buttonVariants } from "../../ui/button"
import { Card, CardHead } from "../../ui/card"
import { EmptyState } from "../../ui/empty-state"
import { IconButton } from "../../ui/icon-button"
import { SearchField } from "../../ui/search-field"
import { ShortId, shortenId } from "../../ui/short-id"
import { useValueLabel } from "../../ui/use-value-label"
import { useBulkScreen } from "./bulk-draft"
import { Pager, usePages } from "./pager"

const perPage = 10
const searchedFrom = perPage

/** The selected departments, to review and remove. */
export function ChosenDepartments() {
  const t = useTranslations("departments.bulk.chosen")
  const { selected, select } = useBulkScreen()
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("count", { count: selected.length })}>
        {selected.length > 0 ? (
          <Button size="sm" variant="ghost" onClick={() => select([])}>
            {t("clear")}
          </Button>
        ) : null}
      </CardHead>
      <p role="status" className="sr-only">
        {t("count", { count: selected.length })}
      </p>
      {selected.length === 0 ? <Nothing /> : <Chosen />}
    </Card>
  )
}

function Nothing() {
  const t = useTranslations("departments.bulk.chosen")
  return (
    <EmptyState
      icon={Network}
      title={t("emptyTitle")}
      className="py-8"
      actions={
        <>
          <Link href="/organisation/table" className={buttonVariants({ variant: "primary" })}>
            {t("toTable")}
          </Link>
          <Link href="/organisation/tree" className={buttonVariants()}>
            {t("toTree")}
          </Link>
        </>
      }
    >
      {t("emptyDetail")}
    </EmptyState>
  )
}

const holds = (entry: Pick<TreeEntry, "name" | "city">, text: string) =>
  `${entry.name} ${entry.city ?? ""}`.toLocaleLowerCase().includes(text)

function Chosen() {
  const { departments, selected, select } = useBulkScreen()
  const labelOf = useValueLabel()
  const t = useTranslations("departments.bulk.chosen")
  const [sought, setSought] = useState("")
  const byId = useMemo(() => new Map(departments.map((each) => [each.id, each])), [departments])
  const text = sought.trim().toLocaleLowerCase()
  const shown = selected
    .map((id) => byId.get(id) ?? { id, name: shortenId(id), type: null, city: null })
    .filter((entry) => holds(entry, text))
  const pages = usePages(shown, perPage)
  return (
    <>
      {selected.length > searchedFrom ? (
        <div className="border-b px-4 py-2">
          <SearchField label={t("find")} value={sought} onChange={setSought} className="sm:w-64" />
        </div>
      ) : null}
      {shown.length === 0 ? <p className="px-4 py-3 text-ink-muted">{t("noMatch")}</p> : null}
      <ul aria-label={t("title")} className="divide-y">
        {pages.shown.map(({ id, name, type, city }) => (
          <li key={id} className="flex min-h-10 items-center gap-3 py-1 pr-2 pl-4">
            <span className="min-w-0 flex-1">
              <span className="font-medium">{name}</span>{" "}
              {city ? <span className="text-ink-muted">{city}</span> : null}
            </span>
            {type ? <Badge className="max-sm:hidden">{labelOf("type", type)}</Badge> : null}
            {byId.has(id) ? <ShortId id={id} className="text-ink-faint max-sm:hidden" /> : null}
            <IconButton
              size="sm"
              label={t("remove", { name })}
              onClick={() => select(selected.filter((other) => other !== id))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Pager label={t("title")} pages={pages} />
    </>
  )
}

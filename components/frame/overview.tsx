import { Bookmark, KeyRound } from "lucide-react"
import Link from "next/link"
import type { ReactNode } from "react"
import { readTranslator } from "@/lib/client/messages/read-messages"
import { Badge } from "../ui/badge"
import { Card } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { PageBody, PageHead } from "../ui/page-head"
import { areaIcons } from "./frame-pages"
import type { KnownRecords } from "./known-records"
import type { NavigationArea, NavigationItem } from "./navigation-for"
import type { FramePerson } from "./person"

interface AreaCardProps {
  readonly area: NavigationArea
  readonly known: readonly KnownRecords[]
}

const shown = 4
const shownViews = 8

/** One area of the overview: its reports, and the records that the workspace names. */
async function AreaCard({ area, known }: AreaCardProps) {
  const t = await readTranslator("frame")
  const Icon = areaIcons[area.area]
  const id = `area-${area.area}`
  return (
    <Card aria-labelledby={id} className="mb-4 break-inside-avoid">
      <div className="px-4 pt-4 pb-3">
        <div className="flex items-center gap-2">
          <Icon className="size-4 text-ink-faint" aria-hidden="true" />
          <h2 id={id} className="font-semibold">
            {t(`areas.${area.area}`)}
          </h2>
        </div>
        <p className="mt-1 text-ink-muted text-xs">{t(`areaNotes.${area.area}`)}</p>
      </div>
      <ul className="border-t">
        {area.items.map((item) => (
          <ReportRow key={item.href} item={item} />
        ))}
      </ul>
      {known.map((records) => (
        <KnownRows key={records.operation} known={records} />
      ))}
    </Card>
  )
}

async function ReportRow({ item }: { item: NavigationItem }) {
  const t = await readTranslator("frame")
  const common = await readTranslator("common")
  return (
    <li className="border-b last:border-b-0">
      <Link
        href={item.href}
        prefetch={false}
        className="flex min-h-9 items-center gap-2 px-4 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">{t(`items.${item.kind}`, { title: item.title })}</span>
        {item.deprecated ? <Badge tone="caution">{common("deprecated")}</Badge> : null}
      </Link>
    </li>
  )
}

async function KnownRows({ known }: { known: KnownRecords }) {
  const t = await readTranslator("frame")
  const more = known.records.length - shown
  return (
    <div className="border-t bg-sunken px-4 py-3">
      <h3 className="mb-1.5 font-medium text-ink-faint text-xs">
        {t(`known.${known.kind}`, { title: known.title })}
      </h3>
      <ul>
        {known.records.slice(0, shown).map((record) => (
          <li key={record.href} className="flex min-w-0 items-baseline gap-2">
            <Link
              href={record.href}
              prefetch={false}
              title={record.note}
              className="min-w-0 rounded-sm py-0.5 hover:text-accent-ink hover:underline"
            >
              {record.name}
            </Link>
            {known.kind === "charts" && record.note ? (
              <span className="ml-auto shrink-0 text-ink-faint text-xs">{record.note}</span>
            ) : null}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Link
          href={known.href}
          prefetch={false}
          className="mt-1 inline-block rounded-sm py-1 text-accent-ink text-xs hover:underline"
        >
          {t("known.more", { count: more })}
        </Link>
      ) : null}
    </div>
  )
}

/** A saved view of a report, and what the report is called. */
export interface OverviewView {
  readonly href: string
  readonly name: string
  readonly report: string
}

/** The views that the person saved or was given; all of them are in the palette. */
async function SavedViews({ views }: { readonly views: readonly OverviewView[] }) {
  const t = await readTranslator("frame")
  if (views.length === 0) return null
  return (
    <Card aria-labelledby="saved-views" className="mb-4 break-inside-avoid">
      <div className="flex items-center gap-2 px-4 pt-4 pb-3">
        <Bookmark className="size-4 text-ink-faint" aria-hidden="true" />
        <h2 id="saved-views" className="font-semibold">
          {t("overviewPage.views")}
        </h2>
      </div>
      <ul className="border-t">
        {views.slice(0, shownViews).map(({ href, name, report }) => (
          <li key={href} className="border-b last:border-b-0">
            <Link
              href={href}
              prefetch={false}
              className="flex min-h-9 flex-wrap items-center gap-x-2 px-4 py-1.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <span className="text-ink-faint text-xs">{report}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface OverviewProps {
  readonly areas: readonly NavigationArea[]
  readonly known: readonly KnownRecords[]
  readonly role: FramePerson["role"]
  readonly views: readonly OverviewView[]
  /** What everybody has to know first. */
  readonly notice?: ReactNode
  /** What the person keeps an eye on. */
  readonly tiles?: ReactNode
}

/** The first page: everything that the person may read, by area. */
export async function Overview({ areas, known, role, views, notice, tiles }: OverviewProps) {
  const t = await readTranslator("frame")
  if (areas.length === 0)
    return (
      <EmptyState
        isPage
        className="my-auto"
        icon={KeyRound}
        title={t("overviewPage.noReports.title")}
      >
        {t("overviewPage.noReports.detail")}
      </EmptyState>
    )
  return (
    <PageBody>
      <PageHead title={t("home")}>{t("overviewPage.intro", { role: t(`roles.${role}`) })}</PageHead>
      {notice}
      {tiles}
      <div className="gap-4 md:columns-2 xl:columns-3">
        <SavedViews views={views} />
        {areas.map((area) => (
          <AreaCard
            key={area.area}
            area={area}
            known={known.filter((records) => records.area === area.area)}
          />
        ))}
      </div>
    </PageBody>
  )
}

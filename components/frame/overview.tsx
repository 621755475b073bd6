import { KeyRound } from "lucide-react"
import type { ReactNode } from "react"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { EmptyState } from "../ui/empty-state"
import { PageBody, PageHead } from "../ui/page-head"
import { AreaCard } from "./area-card"
import type { KnownRecords } from "./known-records"
import type { NavigationArea } from "./navigation-for"
import type { Person } from "./person"

export interface OverviewProps {
  readonly areas: readonly NavigationArea[]
  readonly known: readonly KnownRecords[]
  readonly role: Person["role"]
  /** What everybody has to know first. */
  readonly notice?: ReactNode
  /** What the person keeps an eye on. */
  readonly tiles?: ReactNode
}

/** The first page: everything that the person may read, by area. */
export async function Overview({ areas, known, role, notice, tiles }: OverviewProps) {
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
      <PageHead title={t("overview")}>
        {t("overviewPage.intro", { role: t(`roles.${role}`) })}
      </PageHead>
      {notice}
      {tiles}
      <div className="gap-4 md:columns-2 xl:columns-3">
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

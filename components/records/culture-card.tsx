import type { ReactNode } from "react"
import type { Row } from "@/lib/catalogue"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { Card, CardBody, CardHead } from "../ui/card"
import { CultureColumns } from "./culture-columns"
import { type NamedCulture, readCultures } from "./read-cultures"

export interface CultureCardProps {
  readonly entries: readonly Row[]
  /** The field that names an entry's culture. */
  readonly field: "culture" | "cultureCode"
  readonly children: (culture: NamedCulture) => ReactNode
}

/** A record's texts in all its languages, or a word that there are none. */
export async function CultureCard({ entries, field, children }: CultureCardProps) {
  const t = await readTranslator("records")
  const cultures = await readCultures(entries, field)
  const columns = cultures.map((culture) => ({
    culture: culture.culture,
    name: culture.name,
    language: culture.language,
    content: children(culture),
  }))
  return (
    <Card aria-label={t("text")} className="lg:col-span-3">
      <CardHead
        title={t("text")}
        note={columns.length > 1 ? t("languageCount", { count: columns.length }) : undefined}
      />
      <CardBody>
        {columns.length > 0 ? (
          <CultureColumns label={t("languages")} columns={columns} />
        ) : (
          <p className="text-ink-muted">{t("noText")}</p>
        )}
      </CardBody>
    </Card>
  )
}

/** What a language lacks, in its place. */
export const Lacking = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md border border-dashed px-3 py-2 text-ink-muted text-xs">{children}</p>
)

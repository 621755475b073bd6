import type { ReactNode } from "react"
import type { Row } from "@/lib/catalogue"
import { readLocale, readTranslator } from "@/lib/client/messages/read-messages"
import { cultureName } from "../data-table/record-values"
import { Card, CardBody, CardHead } from "../ui/card"
import { CultureColumns } from "./culture-columns"
import { textAt } from "./read-field"

export interface NamedCulture {
  /** A unique key, even for missing or repeated codes. */
  readonly culture: string
  readonly name: string
  /** The code, if it is a language. */
  readonly language?: string
  readonly entry: Row
}

function isLanguage(code: string | undefined): code is string {
  try {
    return code !== undefined && Intl.getCanonicalLocales(code).length > 0
  } catch {
    return false
  }
}

/** A record's entries with their languages, in the request's locale. */
export async function readCultures(
  entries: readonly Row[],
  field: "culture" | "cultureCode",
): Promise<NamedCulture[]> {
  const [t, own] = [await readTranslator("records"), await readLocale()]
  const seen = new Set<string>()
  return entries.map((entry, index) => {
    const code = textAt(entry, field)
    const culture = code === undefined || seen.has(code) ? `${code ?? "x"}-x-${index}` : code
    seen.add(culture)
    return {
      culture,
      entry,
      name: code ? cultureName(own, code) : t("noLanguage"),
      ...(isLanguage(code) && { language: code }),
    }
  })
}

interface CultureCardProps {
  readonly entries: readonly Row[]
  /** The field with an entry's culture. */
  readonly field: "culture" | "cultureCode"
  readonly children: (culture: NamedCulture) => ReactNode
}

/** A record's texts in all languages, or a note that there are none. */
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

/** Replaces content that a language lacks. */
export const Lacking = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md border border-dashed px-3 py-2 text-ink-muted text-xs">{children}</p>
)

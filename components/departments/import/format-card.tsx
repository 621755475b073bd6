import { useTranslations } from "use-intl"
import { batchLimit } from "@/lib/client"
import { Card, CardBody, CardHead } from "../../ui/card"
import { emptyWord } from "./read-cell"
import { keyFields } from "./read-columns"
import { fileLimit } from "./read-csv"

const mebibyte = 1024 * 1024
const [id, externalId] = keyFields
const example = '["da-DK","en-GB"]'

/** What a file must look like. */
export function FormatCard() {
  const t = useTranslations("departments.import.format")
  const emptyCells = useTranslations("departments.import.emptyCells")
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} />
      <CardBody>
        <ul className="max-w-3xl list-disc space-y-1 pl-4 text-ink-muted">
          <li>{t("encoding", { rows: batchLimit, size: fileLimit / mebibyte })}</li>
          <li>{t("key", { id, externalId })}</li>
          <li>{t("columns")}</li>
          <li className="text-ink">
            {t("empty", { word: emptyWord, clear: emptyCells("clear") })}
          </li>
          <li>{t("lists", { example })}</li>
        </ul>
      </CardBody>
    </Card>
  )
}

import { useTranslations } from "use-intl"
import { useDepartmentLabel } from "../../edits/format-value"
import { Card, CardHead } from "../../ui/card"
import { ColumnUses } from "../../ui/column-uses"
import { useKeyOptions } from "../../ui/use-key-options"
import { type ColumnFacts, openColumns } from "./import-columns"
import { type ImportFile, useImportScreen } from "./import-draft"

/** The use of each column in the file: guessed, and editable. */
export function ColumnsCard({ file, facts }: { file: ImportFile; facts: ColumnFacts }) {
  const t = useTranslations("departments.import.columns")
  const labelOf = useDepartmentLabel()
  const keys = useKeyOptions()
  const { draft, change } = useImportScreen()
  const { table, uses, missing } = file
  const options = openColumns(facts).map(({ id }) => ({
    value: id,
    label: id.split(".").map(labelOf).join(" · "),
  }))
  return (
    <Card aria-label={t("title")}>
      <CardHead title={t("title")} note={t("note")} />
      {missing ? (
        <p role="status" className="border-b bg-caution-soft px-4 py-2 text-caution-ink">
          {t(`missing.${missing}`)}
        </p>
      ) : null}
      <ColumnUses
        table={table}
        uses={uses}
        options={[...keys, ...options]}
        onChange={(next) => draft && change({ ...draft, uses: next, accepted: [] })}
      />
    </Card>
  )
}

import { useMemo } from "react"
import { useTranslations } from "use-intl"
import { type Fields, fixedDepartmentFields, type Row } from "@/lib/catalogue"
import { createLinkOf } from "@/lib/client"
import { RecordFields, useCellFormat, useNames } from "../../data-table"
import { Card, CardBody, CardHead } from "../../ui/card"
import { groupFields } from "../fields/field-groups"
import type { EditorSetup } from "./editor-setup"

export interface DetailsProps {
  readonly setup: EditorSetup
  readonly record: Row
}

const noNames = () => undefined

/** The read-only view of a department, grouped like its form. */
export function DepartmentDetails({ setup, record }: DetailsProps) {
  const t = useTranslations("departments.editor")
  const groups = useMemo(() => groupFields(setup.fields), [setup.fields])
  return (
    <div className="space-y-4">
      {[...groups].map(([group, fields]) => (
        <FieldsCard
          key={group}
          title={t(`groups.${group}`)}
          fields={fields}
          setup={setup}
          record={record}
        />
      ))}
    </div>
  )
}

/** Read-only facts about a department. */
export function DepartmentFacts({ setup, record }: DetailsProps) {
  const t = useTranslations("departments.editor")
  const fields = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(setup.fields).filter(([name]) => fixedDepartmentFields.includes(name)),
      ),
    [setup.fields],
  )
  return <FieldsCard title={t("facts")} fields={fields} setup={setup} record={record} isNarrow />
}

interface FieldsCardProps extends DetailsProps {
  readonly title: string
  readonly fields: Fields
  readonly isNarrow?: boolean
}

function FieldsCard({ title, fields, setup, record, isNarrow = false }: FieldsCardProps) {
  const { list, links } = setup
  const format = useCellFormat(useNames(list.record, setup.fields, noNames), list.record)
  const linkOf = useMemo(() => createLinkOf(links, {}), [links])
  return (
    <Card aria-label={title}>
      <CardHead title={title} />
      <CardBody className="py-2">
        <RecordFields
          fields={fields}
          row={record}
          format={format}
          linkOf={linkOf}
          isNarrow={isNarrow}
        />
      </CardBody>
    </Card>
  )
}

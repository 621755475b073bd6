"use client"

import { useQuery } from "@tanstack/react-query"
import { CircleCheck, ListChecks } from "lucide-react"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { type ListOperation, ownValue } from "@/lib/catalogue"
import {
  departmentHref,
  type InvalidDepartments,
  type InvalidValue,
  invalidValuesHref,
  invalidValuesOptions,
  toProblem,
} from "@/lib/client"
import { useDepartmentLabel, useFormatValue } from "../../edits/format-value"
import { Button, buttonVariants } from "../../ui/button"
import { Card, CardHead } from "../../ui/card"
import { DateTime } from "../../ui/date-time"
import { EmptyState } from "../../ui/empty-state"
import { MoreRows } from "../../ui/more-rows"
import { ReadProblem } from "../../ui/read-problem"
import { shortenId } from "../../ui/short-id"
import { Skeleton } from "../../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../../ui/table"
import { useDepartmentFields } from "../bulk/with-departments"
import { useFieldFault } from "../fields/use-field-fault"
import { useSelection } from "../selection-store"

/** Whether there are more departments than those whose values are told. */
function isCut({ fields, values }: InvalidDepartments, field: string | undefined): boolean {
  const told = new Set(values.map((value) => `${value.field} ${value.id}`)).size
  const counted = fields.filter((each) => field === undefined || each.field === field)
  return told < counted.reduce((sum, { departments }) => sum + departments, 0)
}

export interface InvalidValuesProps {
  /** The list that shows departments whole. */
  readonly list: ListOperation
  /** Of which alone; all where it is undefined. */
  readonly field: string | undefined
  readonly mayWrite: boolean
}

/** Each value of a department that the platform would refuse, with what is wrong, and a way to where it is mended. */
export function InvalidValues({ list, field, mayWrite }: InvalidValuesProps) {
  const t = useTranslations("departments.invalid")
  const { data, error, refetch } = useQuery(invalidValuesOptions(field))
  if (error && !data)
    return toProblem(error).code === "not_copied" ? (
      <p className="text-ink-muted">{t("notCopied")}</p>
    ) : (
      <ReadProblem error={error} onRetry={refetch} />
    )
  if (!data) return <Skeleton className="h-64" />
  return (
    <Card>
      <CardHead
        title={t("ofAll", { invalid: data.invalid, all: data.departments })}
        note={<DateTime value={data.asOf} relative />}
      >
        {mayWrite && data.values.length > 0 ? <EditTogether values={data.values} /> : null}
      </CardHead>
      {data.fields.length > 0 ? <FieldChoice answer={data} field={field} /> : null}
      {isCut(data, field) ? (
        <p className="border-b px-4 py-2 text-ink-muted text-xs">
          {t("first", { shown: data.values.length })}
        </p>
      ) : null}
      {data.values.length > 0 ? (
        <Values key={field} list={list} values={data.values} />
      ) : (
        <EmptyState icon={CircleCheck} title={t("nothing.title")}>
          {t("nothing.detail")}
        </EmptyState>
      )}
    </Card>
  )
}

/** Takes the departments that are shown to where several are changed at once. */
function EditTogether({ values }: { readonly values: readonly InvalidValue[] }) {
  const t = useTranslations("departments.invalid")
  const router = useRouter()
  const [, select] = useSelection()
  return (
    <Button
      size="sm"
      onClick={() => {
        select([...new Set(values.map(({ id }) => id))])
        router.push("/organisation/bulk")
      }}
    >
      <ListChecks aria-hidden="true" />
      {t("together")}
    </Button>
  )
}

interface FieldChoiceProps {
  readonly answer: InvalidDepartments
  readonly field: string | undefined
}

/** The fields with invalid values, each with its departments, of which one is shown or all. */
function FieldChoice({ answer: { fields, invalid }, field }: FieldChoiceProps) {
  const t = useTranslations("departments.invalid")
  const labelOf = useDepartmentLabel()
  const choices = [
    { field: undefined, departments: invalid },
    ...fields.map((each) => ({ ...each, field: each.field as string | undefined })),
  ]
  return (
    <nav aria-label={t("fields")} className="flex flex-wrap gap-2 border-b px-4 py-2">
      {choices.map((each) => (
        <Link
          key={each.field ?? ""}
          href={invalidValuesHref(each.field)}
          prefetch={false}
          aria-current={each.field === field ? "page" : undefined}
          className={buttonVariants({
            size: "sm",
            variant: each.field === field ? "secondary" : "ghost",
          })}
        >
          {each.field === undefined ? t("all") : labelOf(each.field)}
          <span className="text-ink-muted tabular">{each.departments}</span>
        </Link>
      ))}
    </nav>
  )
}

const pageSize = 100

/** What of a field's value is shown: of a list its faulty item, else all of it. */
function faultyPart(value: unknown, [at]: InvalidValue["place"]): unknown {
  return Array.isArray(value) && typeof at === "number" ? value[at] : value
}

interface ValuesProps {
  readonly list: ListOperation
  readonly values: readonly InvalidValue[]
}

function Values({ list, values }: ValuesProps) {
  const t = useTranslations("departments.invalid")
  const [atMost, setAtMost] = useState(pageSize)
  const formatValue = useFormatValue(list)
  const labelOf = useDepartmentLabel()
  const faultText = useFieldFault()
  const fields = useDepartmentFields()
  return (
    <>
      <Table label={t("table")} className="cards">
        <TableHead>
          <TableRow>
            <TableHeaderCell className="pl-4">{t("department")}</TableHeaderCell>
            <TableHeaderCell>{t("field")}</TableHeaderCell>
            <TableHeaderCell>{t("value")}</TableHeaderCell>
            <TableHeaderCell>{t("fault")}</TableHeaderCell>
          </TableRow>
        </TableHead>
        <tbody>
          {values.slice(0, atMost).map(({ id, name, field, place, value, message }) => {
            const of = ownValue(fields, field)
            const problem = { place: [field, ...place], message }
            return (
              <TableRow key={[id, field, ...place].join(" ")}>
                <TableHeaderCell
                  scope="row"
                  className="min-w-40 whitespace-normal pl-4 text-ink text-sm"
                >
                  <Link
                    href={departmentHref(id)}
                    prefetch={false}
                    className="break-words rounded-sm hover:text-accent-ink hover:underline"
                  >
                    {name?.trim() ? name : shortenId(id)}
                  </Link>
                </TableHeaderCell>
                <TableCell data-label={t("field")}>{labelOf(field)}</TableCell>
                <TableCell data-label={t("value")} className="break-words">
                  <span className="line-clamp-3 whitespace-pre-line">
                    {formatValue(field, faultyPart(value, place))}
                  </span>
                </TableCell>
                <TableCell data-label={t("fault")} className="card-wide text-ink-muted">
                  {of ? faultText(of, value, problem) : message}
                </TableCell>
              </TableRow>
            )
          })}
        </tbody>
      </Table>
      <MoreRows shown={atMost} count={values.length} onMore={() => setAtMost(atMost + pageSize)} />
    </>
  )
}

import Link from "next/link"
import { type Fields, type Operation, parseGuid, type Row } from "@/lib/catalogue"
import type { DataSource } from "@/lib/client"
import { locale, translator } from "@/lib/client/messages"
import { buttonVariants } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { PageBody, PageHead } from "../ui/page-head"
import { ShortId } from "../ui/short-id"
import type { LinkOf } from "./field-links"
import { recordBody } from "./record-body"
import { RecordFields } from "./record-fields"
import { RecordMarks } from "./record-marks"
import { recordTitle } from "./record-title"
import type { RelatedReport } from "./related-reports"

export interface RecordPageProps {
  readonly operation: Operation
  readonly fields: Fields
  readonly record: Row
  readonly related: readonly RelatedReport[]
  readonly linkOf: LinkOf
  readonly source: DataSource
  /** ISO time of the data, where it is known. */
  readonly asOf?: string | undefined
  /** What the workspace calls it. */
  readonly name?: string | undefined
}

/** One record: what it is at a glance, then every field by the catalogue. */
export function RecordPage(props: RecordPageProps) {
  const { operation, fields, record, related, linkOf, name } = props
  const t = translator("records")
  const body = recordBody(operation.record)
  return (
    <PageBody>
      <PageHead
        title={recordTitle(record, locale) ?? name ?? operation.title}
        marks={<RecordMarks record={record} />}
        actions={<RelatedLinks related={related} />}
      >
        <RecordOrigin {...props} />
      </PageHead>
      <div className="grid items-start gap-4 lg:grid-cols-3 lg:grid-rows-[auto_1fr]">
        {body ? <body.Body record={record} linkOf={linkOf} /> : null}
        <Card aria-label={t("allFields")} className={body ? "lg:col-span-2" : "lg:col-span-3"}>
          <CardHead title={t("allFields")} />
          <CardBody className="py-2">
            <RecordFields fields={fields} row={record} linkOf={linkOf} except={body?.shows ?? []} />
          </CardBody>
        </Card>
      </div>
    </PageBody>
  )
}

function RecordOrigin({ operation, record, source, asOf }: RecordPageProps) {
  const t = translator("records")
  const id = parseGuid(`${record["id"] ?? ""}`)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span>{operation.title}</span>
      {id ? <ShortId id={id} /> : null}
      <span aria-hidden="true">·</span>
      <span>{t(`source.${source}`)}</span>
      {asOf ? (
        <span>
          {t("asOf")} <DateTime value={asOf} />
        </span>
      ) : null}
    </p>
  )
}

function RelatedLinks({ related }: { related: readonly RelatedReport[] }) {
  return related.map(({ id, title, href }) => (
    <Link key={id} href={href} prefetch={false} className={buttonVariants()}>
      {title}
    </Link>
  ))
}

import Link from "next/link"
import {
  type Fields,
  type Operation,
  ownValue,
  type PathParameters,
  parseGuid,
  type Row,
} from "@/lib/catalogue"
import { createLinkOf, type DataSource, type FieldLinks } from "@/lib/client"
import {
  readCatalogue,
  readLocale,
  readTranslator,
  readValueLabel,
} from "@/lib/client/messages/read-messages"
import { NamingProvider } from "../data-table/name-id"
import { toneOf } from "../data-table/record-values"
import { Badge } from "../ui/badge"
import { buttonVariants } from "../ui/button"
import { Card, CardBody, CardHead } from "../ui/card"
import { CrumbName } from "../ui/crumb-name"
import { PageBody, PageHead } from "../ui/page-head"
import { ShortId } from "../ui/short-id"
import { UpdatedAt } from "../ui/updated-at"
import { PageTitle } from "../ui/use-page-title"
import { LinkedFields } from "./linked-fields"
import { recordTitle, textAt } from "./read-field"
import { RememberRecord } from "./recent-records"
import { recordBody } from "./record-body"
import type { KnownList, RelatedReport } from "./related-reports"

/** A record's status badges, beside its title. */
async function RecordMarks({ record }: { record: Row }) {
  const t = await readTranslator("records")
  const labelOf = await readValueLabel()
  const status = textAt(record, "status")
  const type = textAt(record, "type")
  const isEvent = typeof record["isCancelled"] === "boolean"
  return (
    <>
      {status ? <Badge tone={toneOf(status)}>{labelOf("status", status)}</Badge> : null}
      {isEvent && type ? <Badge tone="outline">{labelOf("type", type)}</Badge> : null}
      {record["isCancelled"] === true ? <Badge tone="critical">{t("cancelled")}</Badge> : null}
      {isEvent && record["isCancelled"] === false ? (
        <Badge tone={record["isActive"] === true ? "positive" : "neutral"}>
          {t(record["isActive"] === true ? "event.active" : "event.inactive")}
        </Badge>
      ) : null}
    </>
  )
}

interface RecordPageProps {
  readonly operation: Operation
  readonly fields: Fields
  readonly record: Row
  readonly related: readonly RelatedReport[]
  /** The lists within the record that the person may read. */
  readonly lists: readonly KnownList[]
  readonly parameters: PathParameters
  /** Link targets of ids in the record's fields. */
  readonly links: FieldLinks
  readonly source: DataSource
  /** ISO time of the data, if known. */
  readonly asOf?: string | undefined
  /** Its name in the workspace. */
  readonly name?: string | undefined
  /** Names for its ids that the platform itself lists. */
  readonly names: Readonly<Record<string, string>>
  /** True if the person may name ids. */
  readonly isAdministrator: boolean
}

/** The kinds in a record's path, in the reader's language. */
async function pathLevels({ parameters }: Operation) {
  const { containers } = await readCatalogue()
  return Object.entries(parameters).map(([parameter, kind]) => ({
    parameter,
    kind,
    title: ownValue(containers, kind)?.title ?? kind,
  }))
}

/** One record: a summary, then every field by the catalogue. */
export async function RecordPage(props: RecordPageProps) {
  const { operation, record, parameters, related, lists, links, name } = props
  const body = recordBody(operation.record)
  const title = recordTitle(record, await readLocale()) ?? name
  const allFields = <AllFields {...props} except={body?.shows ?? []} />
  return (
    <PageBody>
      <RememberRecord
        operation={operation.id}
        path={Object.values(parameters).join("/")}
        name={title?.slice(0, 200) ?? null}
      />
      {title ? (
        <>
          <CrumbName id={Object.values(parameters).at(-1) ?? ""} name={title} />
          <PageTitle name={`${title} · ${operation.title}`} />
        </>
      ) : null}
      <PageHead
        title={title ?? operation.title}
        marks={<RecordMarks record={record} />}
        actions={<RelatedLinks related={related} />}
      >
        <RecordOrigin {...props} isNamed={title !== undefined} />
      </PageHead>
      <NamingProvider
        isAdministrator={props.isAdministrator}
        levels={await pathLevels(operation)}
        parameters={parameters}
      >
        {body ? (
          <div className="grid items-start gap-4 lg:grid-flow-dense lg:grid-cols-3">
            <body.Body record={record} linkOf={createLinkOf(links, parameters)} lists={lists}>
              {allFields}
            </body.Body>
          </div>
        ) : (
          allFields
        )}
      </NamingProvider>
    </PageBody>
  )
}

async function AllFields(props: RecordPageProps & { readonly except: readonly string[] }) {
  const { operation, fields, record, links, parameters, names, except } = props
  const shown = { fields, record, links, parameters, names, except }
  const t = await readTranslator("records")
  const title = t(except.length > 0 ? "otherFields" : "allFields")
  return (
    <Card aria-label={title}>
      <CardHead title={title} />
      <CardBody className="py-2">
        <LinkedFields type={operation.record} {...shown} />
      </CardBody>
    </Card>
  )
}

interface RecordOriginProps extends Pick<RecordPageProps, "operation" | "record" | "asOf"> {
  readonly isNamed: boolean
}

/** A record's kind and age, and the id of one that has no name. */
function RecordOrigin({ operation, record, asOf, isNamed }: RecordOriginProps) {
  const id = isNamed ? undefined : parseGuid(`${record["id"] ?? ""}`)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span>{operation.title}</span>
      {id ? <ShortId id={id} /> : null}
      <span aria-hidden="true">·</span>
      <UpdatedAt value={asOf} />
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

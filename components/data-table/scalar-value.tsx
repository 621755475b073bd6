import Link from "next/link"
import { type ReactNode, use } from "react"
import { useTranslations } from "use-intl"
import type { ScalarField, ScalarType } from "@/lib/catalogue"
import { describePerson, type LinkOf, userNames } from "@/lib/client"
import { Badge } from "../ui/badge"
import { CopyButton } from "../ui/copy-button"
import { DateTime } from "../ui/date-time"
import { ShortId } from "../ui/short-id"
import type { CellFormat } from "./cell-format"
import { cellText } from "./cell-text"
import { NameIdContext } from "./name-id"
import { toneOf } from "./record-values"

export interface ScalarValueProps {
  readonly name: string
  readonly field: ScalarField
  /** Neither null nor empty. */
  readonly value: unknown
  readonly format: CellFormat
  readonly linkOf: LinkOf
}

type Writer = (text: string, props: ScalarValueProps) => ReactNode

const moment: Writer = (text) => <DateTime value={text} relative />
const short: Writer = (_, { name, field, value, format }) => (
  <span className="tabular">{cellText(name, field, value, format).text}</span>
)

const writers = {
  guid: (id, { name, format, linkOf }) => (
    <LinkedId
      id={id}
      name={format.nameOf(id, name)}
      note={format.kindOf(name) === "user" ? describePerson(userNames.detailsOf(id)) : undefined}
      href={linkOf(name, id)}
      kind={format.kindOf(name)}
    />
  ),
  string: (text) => <span className="whitespace-pre-wrap">{text}</span>,
  url: (text) => <Address url={text} />,
  boolean: short,
  integer: short,
  double: short,
  datetime: moment,
  datetimeoffset: moment,
  localdatetime: (text, { format }) => (
    <time dateTime={text} title={text}>
      {format.wallClock(text) ?? text}
    </time>
  ),
} as const satisfies Record<ScalarType, Writer>

export function ScalarValue(props: ScalarValueProps): ReactNode {
  const text = `${props.value}`
  if (props.field.values)
    return <Badge tone={toneOf(text)}>{props.format.value(props.name, text)}</Badge>
  return writers[props.field.type](text, props)
}

function Address({ url }: { url: string }) {
  if (!/^https?:\/\//.test(url)) return <span className="break-all text-ink-muted">{url}</span>
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="min-w-0 break-all text-accent-ink underline-offset-2 hover:underline"
      >
        {url}
      </a>
      <CopyButton value={url} />
    </span>
  )
}

interface LinkedIdProps {
  readonly kind: string | undefined
  readonly id: string
  readonly name: string | undefined
  /** Details beside the name. */
  readonly note: string | undefined
  readonly href: string | undefined
}

/** An id with its name, if known, linked to its row, if there is one. */
function LinkedId({ kind, id, name, note, href }: LinkedIdProps) {
  const nameId = use(NameIdContext)
  const t = useTranslations("records")
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      {name ? <span>{name}</span> : null}
      <ShortId id={id} />
      {href ? (
        <Link href={href} prefetch={false} className="text-accent-ink text-xs hover:underline">
          {t("show")}
        </Link>
      ) : null}
      {name === undefined ? nameId(kind, id) : null}
      {note ? <span className="basis-full text-ink-muted text-xs">{note}</span> : null}
    </span>
  )
}

import Link from "next/link"
import type { ReactNode } from "react"
import type { ScalarField, ScalarType } from "@/lib/catalogue"
import { locale, translator } from "@/lib/client/messages"
import { toneOf } from "../data-table/value-tone"
import { Badge } from "../ui/badge"
import { DateTime } from "../ui/date-time"
import { ShortId } from "../ui/short-id"
import type { LinkOf } from "./field-links"
import { LocalTime } from "./local-time"

export interface ScalarValueProps {
  readonly name: string
  readonly field: ScalarField
  /** Neither null nor empty. */
  readonly value: unknown
  readonly linkOf: LinkOf
}

/** A single value as its type in the catalogue wants it. */
export function ScalarValue({ name, field, value, linkOf }: ScalarValueProps): ReactNode {
  if (field.values) return <Badge tone={toneOf(`${value}`)}>{`${value}`}</Badge>
  return writers[field.type](`${value}`, name, linkOf)
}

const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
type Writer = (text: string, name: string, linkOf: LinkOf) => ReactNode

const written: Writer = (text) => <span className="whitespace-pre-wrap">{text}</span>
const moment: Writer = (text) => <DateTime value={text} relative />
const amount: Writer = (text) => {
  const value = Number(text)
  return <span className="tabular">{Number.isNaN(value) ? text : number.format(value)}</span>
}

const writers = {
  guid: (id, name, linkOf) => <LinkedId id={id} href={linkOf(name, id)} />,
  string: written,
  url: (text) =>
    /^https?:\/\//.test(text) ? (
      <a
        href={text}
        target="_blank"
        rel="noreferrer"
        className="break-all text-accent-ink underline-offset-2 hover:underline"
      >
        {text}
      </a>
    ) : (
      <span className="break-all text-ink-muted">{text}</span>
    ),
  boolean: (text) => translator("common")(text === "true" ? "yes" : "no"),
  integer: amount,
  double: amount,
  datetime: moment,
  datetimeoffset: moment,
  localdatetime: (text) => <LocalTime value={text} />,
} as const satisfies Record<ScalarType, Writer>

/** An id that leads to the row it stands for, where there is one. */
function LinkedId({ id, href }: { id: string; href?: string | undefined }) {
  if (!href) return <ShortId id={id} />
  return (
    <span className="inline-flex items-center gap-1">
      <ShortId id={id} />
      <Link href={href} prefetch={false} className="text-accent-ink text-xs hover:underline">
        {translator("records")("show")}
      </Link>
    </span>
  )
}

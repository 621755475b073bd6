"use client"

import Link from "next/link"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { ShortId } from "../ui/short-id"
import { useFieldLabel } from "../ui/use-field-label"

export interface IdTableProps {
  /** The table's name, for screen readers. */
  readonly label: string
  readonly ids: readonly string[]
  readonly nameOf: (id: string) => string | undefined
  readonly hrefOf?: (id: string) => string | undefined
}

const firstOnes = 20

/** A list of ids in their order: the name, if known, and the full id to copy. */
export function IdTable({ label, ids, nameOf, hrefOf }: IdTableProps) {
  const t = useTranslations("table")
  const labelOf = useFieldLabel()
  const [isWhole, setIsWhole] = useState(false)
  const hasNames = ids.some((id) => nameOf(id) !== undefined)
  const shown = isWhole ? ids : ids.slice(0, firstOnes)
  return (
    <div className="overflow-hidden rounded-md border">
      <table aria-label={label} className="w-full table-fixed text-left">
        <thead className="bg-sunken text-ink-muted text-xs">
          <tr>
            {hasNames ? <HeaderCell text={labelOf("name")} /> : null}
            <HeaderCell text={labelOf("id")} />
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {shown.map((id, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids may come twice and never move
            <tr key={index}>
              {hasNames ? (
                <td className="break-words px-2.5 py-1">
                  <NamedId name={nameOf(id)} href={hrefOf?.(id)} />
                </td>
              ) : null}
              <td className="h-8 px-2.5">
                <ShortId id={id} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < ids.length ? (
        <Button
          variant="ghost"
          size="sm"
          className="w-full rounded-none border-t"
          onClick={() => setIsWhole(true)}
        >
          {t("moreEntries", { count: ids.length - shown.length })}
        </Button>
      ) : null}
    </div>
  )
}

function HeaderCell({ text }: { text: string }) {
  return (
    <th scope="col" className="h-7 px-2.5 font-medium">
      {text}
    </th>
  )
}

function NamedId({ name, href }: { name: string | undefined; href: string | undefined }) {
  if (name === undefined) return <span className="text-ink-faint">–</span>
  if (href === undefined) return name
  return (
    <Link href={href} prefetch={false} className="hover:text-accent-ink hover:underline">
      {name}
    </Link>
  )
}

import { useQueryClient } from "@tanstack/react-query"
import { type ClipboardEvent, useId, useMemo, useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { Field } from "@/lib/catalogue"
import { foundUsersOptions, type TreeEntry } from "@/lib/client"
import { foldName } from "@/lib/client/files/department-keys"
import { FieldControl } from "../fields/field-control"
import { usePhoneRules } from "../fields/phone-rules"
import { useBulkScreen } from "./bulk-draft"
import { Pager, usePages } from "./pager"
import { placeLines, readPasted } from "./paste-column"

const perPage = 100

export interface FillInProps {
  readonly name: string
  readonly field: Field
  readonly label: string
}

/** One value of a field per selected department; rows without a value are unchanged. */
export function FillIn({ name, field, label }: FillInProps) {
  const t = useTranslations("departments.bulk.fillIn")
  const { departments, selected } = useBulkScreen()
  const rows = useMemo(() => {
    const byId = new Map(departments.map((each) => [each.id, each]))
    return selected.flatMap((id) => byId.get(id) ?? [])
  }, [departments, selected])
  const pages = usePages(rows, perPage)
  const { unread, onPaste } = usePasting({ name, field, rows })
  const format = useFormatter()
  return (
    <div onPaste={onPaste}>
      <p className="text-ink-muted text-xs">{t("hint")}</p>
      {unread.length > 0 ? (
        <p role="alert" className="mt-1 break-words text-critical-ink text-xs">
          {t("unread", { count: unread.length, names: format.list(unread.slice(0, 5)) })}
        </p>
      ) : null}
      <ul aria-label={t("title", { field: label })} className="mt-2 divide-y border-y">
        {pages.shown.map((row, at) => (
          <FillRow
            key={row.id}
            row={row}
            at={pages.from + at}
            name={name}
            field={field}
            label={label}
          />
        ))}
      </ul>
      <Pager label={t("title", { field: label })} pages={pages} />
    </div>
  )
}

interface FillRowProps extends FillInProps {
  readonly row: TreeEntry
  /** Its row index, from 0. */
  readonly at: number
}

function FillRow({ row, at, name, field, label }: FillRowProps) {
  const { draft, setRows } = useBulkScreen()
  const id = useId()
  return (
    <li
      data-row={at}
      className="grid gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-center"
    >
      <span id={`${id}-name`} className="min-w-0 break-words">
        {row.name} {row.city ? <span className="text-ink-muted">{row.city}</span> : null}
      </span>
      <FieldControl
        name={name}
        field={field}
        label={`${label}, ${row.name}`}
        value={draft.rows[name]?.[row.id] ?? null}
        base={null}
        id={id}
        describedBy={`${id}-name`}
        isInvalid={false}
        departmentId={row.id}
        onChange={(value) => setRows(name, { [row.id]: value })}
        onBlur={() => {}}
      />
    </li>
  )
}

interface PastingProps extends Omit<FillInProps, "label"> {
  readonly rows: readonly TreeEntry[]
}

/** Reads a column pasted from a spreadsheet; lists the cells that cannot be read. */
function usePasting({ name, field, rows }: PastingProps) {
  const { setRows } = useBulkScreen()
  const client = useQueryClient()
  const split = usePhoneRules()?.split
  const [unread, setUnread] = useState<readonly string[]>([])
  async function findPeople(wanted: string) {
    const { users } = await client.fetchQuery(foundUsersOptions(wanted))
    return users.filter((user) => foldName(user.name) === foldName(wanted)).map(({ id }) => id)
  }
  async function onPaste(event: ClipboardEvent<HTMLElement>) {
    const at = (event.target as HTMLElement).closest<HTMLElement>("[data-row]")?.dataset["row"]
    const cells = placeLines(event.clipboardData.getData("text"), rows, Number(at ?? 0))
    if (!cells) return
    event.preventDefault()
    const read = await Promise.all(
      cells.map(async ({ id, text }) => {
        const parts = { findPeople, split }
        const reading = await readPasted(name, field, text, parts).catch(() => undefined)
        return { id, text, value: reading?.kind === "value" ? reading.value : undefined }
      }),
    )
    setRows(
      name,
      Object.fromEntries(
        read.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value]])),
      ),
    )
    setUnread(read.flatMap(({ text, value }) => (value === undefined ? [text.trim()] : [])))
  }
  return { unread, onPaste: (event: ClipboardEvent<HTMLElement>) => void onPaste(event) }
}

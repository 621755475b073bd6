import type { ReactNode } from "react"
import { useLocale, useTranslations } from "use-intl"
import { type Field, type Fields, isScalar, type Row } from "@/lib/catalogue"
import type { LinkOf } from "@/lib/client"
import { CopyButton } from "../ui/copy-button"
import { Tab, TabPanel, Tabs, TabsList } from "../ui/tabs"
import { useFieldLabel } from "../ui/use-field-label"
import type { CellFormat } from "./cell-format"
import { IdTable } from "./id-table"
import { MediaPart } from "./media-part"
import {
  cultureField,
  cultureName,
  kindOfNested,
  type NestedKind,
  phoneText,
} from "./record-values"
import { ScalarValue } from "./scalar-value"

/** Props shared by all renderers of a record's parts. */
interface RecordPartProps {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  readonly format: CellFormat
  readonly linkOf: LinkOf
  /** Renders the fields of a nested part. */
  readonly nest: (fields: Fields, row: Row) => ReactNode
}

interface CultureTab {
  readonly culture: string
  readonly name: string
  readonly content: ReactNode
}

const languageOf = (culture: string) => culture.split("-")[0]?.toLowerCase()

/** The same text in several languages, one at a time, starting with the reader's. */
function CultureTabs({ label, tabs }: { label: string; tabs: readonly CultureTab[] }) {
  const locale = useLocale()
  const own = tabs.find(({ culture }) => languageOf(culture) === languageOf(locale)) ?? tabs[0]
  if (!own) return null
  return (
    <Tabs defaultValue={own.culture}>
      <TabsList aria-label={label}>
        {tabs.map(({ culture, name }) => (
          <Tab key={culture} value={culture}>
            {name}
          </Tab>
        ))}
      </TabsList>
      {tabs.map(({ culture, content }) => (
        <TabPanel key={culture} value={culture} lang={culture}>
          {content}
        </TabPanel>
      ))}
    </Tabs>
  )
}

const without = (fields: Fields, name: string | undefined): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))

function CulturePart({ field, value, nest }: RecordPartProps) {
  const t = useTranslations("table")
  const locale = useLocale()
  if (field.type !== "array" || field.items.type !== "object" || !Array.isArray(value)) return null
  const { fields } = field.items
  const named = cultureField(fields)
  const entries: readonly Row[] = value
  const tabs = entries.map((entry, index) => {
    const culture = `${entry[named ?? ""] ?? index}`
    const content = nest(without(fields, named), entry)
    return { culture, name: cultureName(locale, culture), content }
  })
  return <CultureTabs label={t("languages")} tabs={tabs} />
}

/** A list of ids as a table, in source order. */
function IdPart({ name, value, format, linkOf }: RecordPartProps) {
  const labelOf = useFieldLabel()
  const ids: readonly unknown[] = Array.isArray(value) ? value : []
  return (
    <IdTable
      label={labelOf(name)}
      ids={ids.map((id) => `${id}`)}
      nameOf={(id) => format.nameOf(id, name)}
      hrefOf={(id) => linkOf(name, id)}
    />
  )
}

const none = <span className="text-ink-faint">–</span>

const isEntry = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value)

type Part = (props: RecordPartProps) => ReactNode

const parts = {
  scalar: ({ name, field, value, format, linkOf }) =>
    isScalar(field) ? (
      <ScalarValue name={name} field={field} value={value} format={format} linkOf={linkOf} />
    ) : null,
  phone: ({ value }) => <PhonePart text={isEntry(value) ? phoneText(value) : undefined} />,
  cultures: (props) => <CulturePart {...props} />,
  medias: (props) => <MediaPart value={props.value} />,
  ids: (props) => <IdPart {...props} />,
  object: ({ field, value, nest }) =>
    field.type === "object" && isEntry(value) ? nest(field.fields, value) : none,
  list: (props) => <ListPart {...props} />,
} as const satisfies Record<NestedKind, Part>

function NoEntries() {
  return <span className="text-ink-faint">{useTranslations("table")("noEntries")}</span>
}

/**
 * Renders a value by its type in the catalogue; null and absent are a muted dash, an empty list
 * says so.
 */
export function RecordValue(props: RecordPartProps): ReactNode {
  const { field, value } = props
  if (value === null || value === undefined || value === "") return none
  if (Array.isArray(value) && value.length === 0) return <NoEntries />
  return parts[kindOfNested(field)](props)
}

function PhonePart({ text }: { text: string | undefined }) {
  if (text === undefined) return none
  return (
    <span className="inline-flex items-center gap-1 tabular">
      <a href={`tel:${text.replaceAll(" ", "")}`} className="hover:text-accent-ink hover:underline">
        {text}
      </a>
      <CopyButton value={text} />
    </span>
  )
}

const firstOnes = 20

function ListPart({ field, value, ...props }: RecordPartProps) {
  const t = useTranslations("table")
  if (field.type !== "array" || !Array.isArray(value)) return none
  const { items } = field
  const isFlat = isScalar(items)
  const list = (entries: readonly unknown[]) => (
    <ul className={isFlat ? "flex flex-wrap gap-x-4 gap-y-1" : "space-y-2"}>
      {entries.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own and never move
        <li key={index} className={isFlat ? undefined : "rounded-md border px-3"}>
          <RecordValue {...props} field={items} value={item} />
        </li>
      ))}
    </ul>
  )
  if (value.length <= firstOnes) return list(value)
  return (
    <>
      {list(value.slice(0, firstOnes))}
      <details className="mt-1">
        <summary className="text-accent-ink text-xs">
          {t("moreEntries", { count: value.length - firstOnes })}
        </summary>
        <div className="mt-1">{list(value.slice(firstOnes))}</div>
      </details>
    </>
  )
}

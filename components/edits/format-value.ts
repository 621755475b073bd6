import { useCallback, useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { type ListOperation, type Row, referencesOf } from "@/lib/catalogue"
import { cultureName, phoneText, useNames } from "../data-table"
import { shortenId } from "../ui/short-id"
import { useFieldLabel } from "../ui/use-field-label"
import { useValueLabel } from "../ui/use-value-label"

/** Names and labels in the reader's language that formatted values need. */
export interface ValueTexts {
  /** `da-DK` as "Danish (Denmark)". */
  readonly cultureName: (code: string) => string
  readonly nameOf: (id: string, field: string) => string | undefined
  /** "Store" in the reader's language. */
  readonly valueLabel: (field: string, value: string) => string
  readonly yes: string
  readonly no: string
  readonly none: string
  readonly empty: string
  readonly emptyList: string
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Names of a department's fields, at any depth, that hold BCP 47 codes. */
const cultureFields: ReadonlySet<string> = new Set([
  "contentCulture",
  "uiCulture",
  "selectedCultures",
  "culture",
])

const references = referencesOf("department")

/** A culture with its code, "Danish (Denmark), da-DK"; a code without a name stays as it is. */
export function formatCulture(code: string, cultureName: ValueTexts["cultureName"]): string {
  const name = cultureName(code)
  return name === code ? code : `${name}, ${code}`
}

/** Makes leading and trailing blanks visible. */
const quoted = (text: string) => (text.trim() === text ? text : `“${text}”`)

function formatText(field: string, text: string, texts: ValueTexts): string {
  if (text === "") return texts.empty
  if (cultureFields.has(field)) return formatCulture(text, texts.cultureName)
  if (!references.has(field)) return quoted(texts.valueLabel(field, text))
  const name = texts.nameOf(text, field)
  return name === undefined ? text : `${name} (${shortenId(text)})`
}

/** Formats an object: a phone number, a text with its language, or its parts by name. */
function formatObject(value: Row, texts: ValueTexts): string {
  const { culture, description, ...rest } = value
  if (culture !== undefined && Object.keys(rest).length === 0)
    return `${formatValue("culture", culture, texts)}: ${formatValue("description", description, texts)}`
  const phone = "number" in value ? phoneText(value) : undefined
  return phone ?? JSON.stringify(value)
}

/**
 * Formats a department's value for display, with names for ids and codes and a text for no value.
 * `field` is the innermost field.
 */
export function formatValue(field: string, value: unknown, texts: ValueTexts): string {
  if (value === null || value === undefined) return texts.none
  if (typeof value === "boolean") return value ? texts.yes : texts.no
  if (typeof value === "string") return formatText(field, value, texts)
  if (Array.isArray(value))
    return value.length === 0
      ? texts.emptyList
      : value.map((item) => formatValue(field, item, texts)).join(value.some(isRow) ? "\n" : "; ")
  return isRow(value) ? formatObject(value, texts) : `${value}`
}

const noOthers = () => undefined

/** Formats a department's value in the reader's language; `field` is the innermost field. */
export type FormatValue = (field: string, value: unknown) => string

/** A formatter for values of the list's departments, with known department and user names. */
export function useFormatValue(list: ListOperation): FormatValue {
  const t = useTranslations("departments.words")
  const common = useTranslations("common")
  const locale = useLocale()
  const valueLabel = useValueLabel()
  const nameOf = useNames(list.record, list.properties, noOthers)
  return useMemo(() => {
    const texts: ValueTexts = {
      cultureName: (code) => cultureName(locale, code),
      nameOf,
      valueLabel,
      yes: common("yes"),
      no: common("no"),
      none: t("none"),
      empty: t("empty"),
      emptyList: t("emptyList"),
    }
    return (field, value) => formatValue(field, value, texts)
  }, [t, common, locale, nameOf, valueLabel])
}

/** Field labels of a department: its texts are called descriptions. */
export function useDepartmentLabel(): (name: string) => string {
  const labelOf = useFieldLabel()
  const t = useTranslations("departments.fields")
  return useCallback(
    (name: string) => (name === "locales" ? t("descriptions") : labelOf(name)),
    [labelOf, t],
  )
}

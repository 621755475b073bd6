"use client"

import { type ReactNode, useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { cultureName } from "../../data-table"
import { formatCulture } from "../../edits/format-value"
import { Input } from "../../ui/input"
import { Select } from "../../ui/select"
import { useValueLabel } from "../../ui/use-value-label"
import { ZoneList } from "../../ui/zone-list"
import { zoneName, zoneOption } from "../../ui/zone-options"
import { AnswerControl } from "./answer-control"
import { accessOf, type ControlProps, emptyAs } from "./control-props"
import { CultureList } from "./culture-list"
import { DescriptionsControl } from "./descriptions-control"
import { type FieldKind, kindOfField } from "./field-kind"
import { ListFrame } from "./list-frame"
import { ParentControl } from "./parent-control"
import { CallingCodeControl, PhoneControl } from "./phone-control"
import { PickerButton } from "./picker-button"
import { UserControl } from "./user-control"

interface TextControlProps extends ControlProps {
  readonly type?: "text" | "email"
}

/** A line of text; empty means no value, unless the field requires one. */
function TextControl({ type = "text", ...props }: TextControlProps) {
  const { field, value, base, onChange, onBlur } = props
  const empty = field.required ? "" : emptyAs(base)
  return (
    <Input
      {...accessOf(props)}
      type={type}
      autoComplete="off"
      spellCheck={false}
      value={typeof value === "string" ? value : ""}
      onValueChange={(text) => onChange(text === "" ? empty : text)}
      onBlur={onBlur}
    />
  )
}

/** A number; invalid input stays as typed, so that validation can refuse it. */
function NumberControl(props: ControlProps) {
  const { value, onChange, onBlur } = props
  const toValue = (text: string) => {
    const number = Number(text)
    return text.trim() === "" ? null : Number.isFinite(number) ? number : text
  }
  return (
    <Input
      {...accessOf(props)}
      inputMode="decimal"
      autoComplete="off"
      value={value === null || value === undefined ? "" : `${value}`}
      onValueChange={(text) => onChange(toValue(text))}
      onBlur={onBlur}
    />
  )
}

/** A read-only value, for fields without a control. */
function OtherControl({ id, value }: ControlProps) {
  return (
    <pre
      id={id}
      className="overflow-x-auto rounded-md border bg-sunken px-2.5 py-1.5 font-mono text-xs"
    >
      {JSON.stringify(value)}
    </pre>
  )
}

const unset = ""

/** A choice of the catalogue's values; an unlisted value of the platform can stay. */
function ChoiceControl({ name, field, label, value, base, onChange, id }: ControlProps) {
  const labelOf = useValueLabel()
  const t = useTranslations("departments.words")
  const known = "values" in field ? (field.values ?? []) : []
  const unlisted = typeof base === "string" && !known.includes(base) ? [base] : []
  const options = [...known, ...unlisted].map((text) => ({
    value: text,
    label: labelOf(name, text),
  }))
  return (
    <Select
      id={id}
      label={label}
      options={field.required ? options : [{ value: unset, label: t("none") }, ...options]}
      value={typeof value === "string" ? value : field.required ? null : unset}
      onValueChange={(chosen) => onChange(chosen === unset ? null : chosen)}
    />
  )
}

function formatZone(locale: string, zone: string): string {
  try {
    return `${zoneName(zone)}, ${zoneOption(locale, zone, new Date()).offset}`
  } catch {
    return zone
  }
}

function ZoneControl(props: ControlProps) {
  const locale = useLocale()
  const { value } = props
  const zone = typeof value === "string" && value !== "" ? value : undefined
  const text = useMemo(() => zone && formatZone(locale, zone), [locale, zone])
  return (
    <PickerButton control={props} text={text} className="px-2 pt-2">
      {(close) => (
        <ZoneList
          label={props.label}
          chosen={zone}
          onChoose={(chosen) => {
            props.onChange(chosen ?? null)
            close()
          }}
        />
      )}
    </PickerButton>
  )
}

function CultureControl(props: ControlProps) {
  const locale = useLocale()
  const code = typeof props.value === "string" && props.value !== "" ? props.value : undefined
  const text = code && formatCulture(code, (each) => cultureName(locale, each))
  return (
    <PickerButton control={props} text={text}>
      {(close) => (
        <CultureList
          label={props.label}
          chosen={code}
          onChoose={(chosen) => {
            props.onChange(chosen)
            close()
          }}
        />
      )}
    </PickerButton>
  )
}

/** The items of a list as text. */
const readTexts = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.map((item) => `${item}`) : null

function CulturesControl(props: ControlProps) {
  const { id, label, describedBy, value, onChange } = props
  const t = useTranslations("departments.fields")
  const locale = useLocale()
  const codes = readTexts(value)
  return (
    <ListFrame
      id={id}
      label={label}
      describedBy={describedBy}
      items={codes}
      onChange={onChange}
      nameOf={(code) => cultureName(locale, code)}
      renderItem={(code) => (
        <span className="flex min-h-7 flex-wrap items-center gap-x-2">
          {cultureName(locale, code)}
          <code className="font-mono text-ink-muted text-xs">{code}</code>
        </span>
      )}
      addLabel={t("addCulture")}
      renderAdd={(add) => (
        <CultureList
          label={t("addCulture")}
          chosen={undefined}
          except={codes ?? []}
          onChoose={add}
        />
      )}
    />
  )
}

const controls = {
  text: (props) => <TextControl {...props} />,
  email: (props) => <TextControl {...props} type="email" />,
  number: (props) => <NumberControl {...props} />,
  choice: (props) => <ChoiceControl {...props} />,
  answer: (props) => <AnswerControl {...props} />,
  culture: (props) => <CultureControl {...props} />,
  cultures: (props) => <CulturesControl {...props} />,
  zone: (props) => <ZoneControl {...props} />,
  callingCode: (props) => <CallingCodeControl {...props} />,
  phone: (props) => <PhoneControl {...props} />,
  department: (props) => <ParentControl {...props} />,
  user: (props) => <UserControl {...props} />,
  descriptions: (props) => <DescriptionsControl {...props} />,
  other: (props) => <OtherControl {...props} />,
} as const satisfies Record<FieldKind, (props: ControlProps) => ReactNode>

export type { ControlProps } from "./control-props"

/** The control of a department's field, by its kind; value and change are JSON. */
export const FieldControl = (props: ControlProps): ReactNode =>
  controls[kindOfField(props.name, props.field)](props)

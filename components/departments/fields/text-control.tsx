import { Input } from "../../ui/input"
import { accessOf, type ControlProps, emptyAs } from "./control-props"

export interface TextControlProps extends ControlProps {
  readonly type?: "text" | "email"
}

/** A line of text; an empty one is no value, unless the field must have one. */
export function TextControl({ type = "text", ...props }: TextControlProps) {
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

/** A number; what is none stays as it was typed, so that it can be told. */
export function NumberControl(props: ControlProps) {
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

import { useTranslations } from "use-intl"
import { type DepartmentProblem, type Field, ownValue, textLimits } from "@/lib/catalogue"
import { type FieldKind, kindOfField } from "./field-kind"

type Fault =
  | "blank"
  | "long"
  | "unstorable"
  | "email"
  | "zone"
  | "culture"
  | "countryCode"
  | "digits"
  | "choice"
  | "number"
  | "guid"
  | "other"

const faultsByKind: Record<FieldKind, Fault> = {
  text: "unstorable",
  email: "email",
  number: "number",
  choice: "choice",
  answer: "other",
  culture: "culture",
  cultures: "culture",
  zone: "zone",
  callingCode: "number",
  phone: "digits",
  department: "guid",
  user: "guid",
  descriptions: "unstorable",
  other: "other",
}

const isBlank = (value: unknown) => typeof value === "string" && value.trim() === ""

const limitOf = (name: string) => ownValue(textLimits, name) ?? Number.POSITIVE_INFINITY

/** The fault of a value, as a text key. */
export function faultOf(field: Field, value: unknown, { place }: DepartmentProblem): Fault {
  const [name = "", ...inner] = place.map(String)
  const part = inner.at(-1)
  if (part === "countryCode") return "countryCode"
  if (part === "culture") return "culture"
  if (field.required && isBlank(value)) return "blank"
  if (typeof value === "string" && [...value].length > limitOf(name)) return "long"
  return faultsByKind[kindOfField(name, field)]
}

/** Describes in the reader's language what an invalid value must be. */
export function useFieldFault() {
  const t = useTranslations("departments.fields.faults")
  return (field: Field, value: unknown, problem: DepartmentProblem): string =>
    t(faultOf(field, value, problem), { limit: limitOf(String(problem.place[0])) })
}

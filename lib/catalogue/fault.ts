import { valueTypes } from "./value"

/** Faults of a row in an uploaded file, in English. `#` is replaced by the figure. */
export const faultTexts = {
  missing: "is missing",
  no_guid: "must be a guid",
  no_text: "must be text",
  no_list: "must be a list",
  no_object: "must be an object",
  blank: "must not be blank",
  too_long: "must be at most # characters long",
  unstorable: `must be ${valueTypes.string.expected}`,
  unknown_key: "is an unknown key",
  same_as_entry: "is the same as that of entry [#]",
  too_many_entries: "must hold at most # entries",
  unreadable: "It cannot be read",
  no_json: "It is not JSON",
  no_text_file: "must be a text file",
  no_header: "must be the header id,name, to which department, email and title may be added",
  no_kind_header: "must be the header kind,id,name, to which parent may be added",
  not_two_values: "must have two values; it has #",
  not_as_header: "must have as many values as the header; it has #",
  id_no_guid: "the id must be a guid",
  name_blank: "the name must not be blank",
  name_too_long: "the name must be at most # characters long",
  name_unstorable: `the name must be ${valueTypes.string.expected}`,
  kind_unknown: "the kind is none that the workspace names",
  parent_no_guid: "the parent must be a guid",
  parent_missing: "the parent, in which it lies, is missing",
  parent_unknown: "the parent is named neither in the workspace nor in the file",
  parent_unexpected: "the parent must be blank: this kind lies in nothing",
  department_too_long: "the department must be at most # characters long",
  department_unstorable: `the department must be ${valueTypes.string.expected}`,
  email_too_long: "the email must be at most # characters long",
  email_unstorable: `the email must be ${valueTypes.string.expected}`,
  email_wrong: "the email must be an email address",
  title_too_long: "the title must be at most # characters long",
  title_unstorable: `the title must be ${valueTypes.string.expected}`,
  same_as_line: "the id is the same as that of line #",
  too_many_rows: "is one too many: at most # rows are kept",
  line_too_long: "is longer than # KiB, or a quote is not closed",
  bad_quote: "has a quote that is not closed, or text beside a quoted value",
} as const

export type FaultCode = keyof typeof faultTexts

/** A fault code, which interfaces translate, and its figure. */
export interface Fault {
  readonly code: FaultCode
  readonly figure?: number
}

/** A fault at a path in a file, with its English text. */
export interface Faulty {
  readonly message: string
  readonly fault: Fault
}

export const isFaultCode = (text: string): text is FaultCode => Object.hasOwn(faultTexts, text)

/** A fault with its English text: `must be at most 200 characters long`. */
export const toFaulty = (code: FaultCode, figure?: number): Faulty => ({
  message: faultTexts[code].replace("#", `${figure}`),
  fault: { code, ...(figure !== undefined && { figure }) },
})

/** Encodes a fault as a schema's error message. `readFault` decodes it. */
export const markFault = (code: FaultCode, figure?: number): string =>
  figure === undefined ? code : `${code} ${figure}`

/** The fault encoded in a schema's error message. */
export function readFault(mark: string): Faulty {
  const [code = "", figure] = mark.split(" ")
  if (!isFaultCode(code)) throw new TypeError(`"${mark}" is no fault.`)
  return toFaulty(code, figure === undefined ? undefined : Number(figure))
}

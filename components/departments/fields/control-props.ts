import type { Field } from "@/lib/catalogue"

/** What every control of a department's field is given. */
export interface ControlProps {
  readonly name: string
  readonly field: Field
  /** What people call the field. */
  readonly label: string
  /** The value as it travels in JSON. */
  readonly value: unknown
  /** The value before anything was changed: what an emptied control goes back to where that was empty too. */
  readonly base: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  /** Of the element that the label names. */
  readonly id: string
  /** The id of what is said about it. */
  readonly describedBy: string
  readonly isInvalid: boolean
  /** The department itself, which cannot be its own parent; absent for several. */
  readonly departmentId?: string | undefined
}

/** Ties an element to its label and to what is said about it. */
export const accessOf = ({ id, describedBy, isInvalid }: ControlProps) => ({
  id,
  "aria-describedby": describedBy,
  "aria-invalid": isInvalid,
})

/** An emptied control: no value, or the empty value of before. */
export const emptyAs = (base: unknown): unknown => (base === "" ? "" : null)

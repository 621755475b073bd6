import type { Field } from "@/lib/catalogue"

/** Props shared by the controls of all fields. */
export interface ControlProps {
  readonly name: string
  readonly field: Field
  readonly label: string
  /** The value as JSON. */
  readonly value: unknown
  /** The original value; a cleared control returns to it if that was empty too. */
  readonly base: unknown
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  /** Of the element that the label references. */
  readonly id: string
  /** The id of the hint or error. */
  readonly describedBy: string
  readonly isInvalid: boolean
  /** The department itself, which cannot be its own parent; absent for several departments. */
  readonly departmentId?: string | undefined
}

/** Links an element to its label and its hint or error. */
export const accessOf = ({ id, describedBy, isInvalid }: ControlProps) => ({
  id,
  "aria-describedby": describedBy,
  "aria-invalid": isInvalid,
})

/** The value of a cleared control: null, or the empty text if that was the original value. */
export const emptyAs = (base: unknown): unknown => (base === "" ? "" : null)
